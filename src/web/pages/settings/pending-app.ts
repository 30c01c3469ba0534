import type { ShownSecret } from '#credentials/totp/enrol.ts'
import { qrSvg } from '#credentials/totp/qr-code.ts'
import { minuteOf } from '#messages/mail/minute.ts'
import { type Html, html } from '#platform/html.ts'
import { inputs } from '../forms.ts'
import type { Again, Visit } from '../hosted-page.ts'
import { firstCodeField } from './fields.ts'

/** The secret of an authenticator app being set up, and the form for its first code. */
export const pendingApp = (
  visit: Visit,
  { secret, uri, expiresAt }: ShownSecret & { expiresAt: Date },
  again: Again,
): Html => {
  const { words } = visit
  const texts = words.settings.setUp
  const groups = secret.match(/.{1,4}/g) ?? []
  return html`<h2>${texts.scan}</h2>
<div class="qr" role="img" aria-label="${texts.qr}">${{ markup: qrSvg(uri) }}</div>
<p class="soft">${texts.typed}<br><code class="secret">${groups.join(' ')}</code></p>
<p class="soft"><a href="${uri}">${texts.open}</a></p>
<h2>${texts.code}</h2>
<form method="post">${inputs(visit, [firstCodeField(words)], again)}
<button type="submit" name="act" value="confirm">${texts.button}</button></form>
<p class="soft">${texts.until(minuteOf(expiresAt, words.language))}</p>`
}
