import { beginFirstKey } from '#flows/second-factor/at-sign-in/passkey.ts'
import { html } from '#platform/html.ts'
import type { Visit } from '../hosted-page.ts'
import type { View } from '../page.ts'
import { passkeyForm } from '../passkey-form.ts'
import { paths } from '../paths.ts'
import { scriptNote } from '../settings/need-script.ts'
import { readFlow, schemeOf } from './flow.ts'

/** Where a browser makes a passkey as the second factor, which needs a script. Not a redirect: nothing is stored. */
export const askForFirstKey = async (visit: Visit, challenge: string): Promise<View> => {
  const { deps, words, at, query, client } = visit
  const flow = readFlow(deps, query)
  const { publicKey: options } = await beginFirstKey(deps, challenge, client)
  const { createKey, createKeyButton: button, failed, known, keyName } = words.settings.addPasskey
  const fields = [html`<input type="hidden" name="suggested" value="${keyName}">`]
  return {
    title: words.enrolment.title,
    formAction: schemeOf(flow),
    hasScript: true,
    content: html`${scriptNote(words)}
<p>${createKey}</p>
${passkeyForm(visit, { kind: 'create', options, act: 'add-key', button, failed, known, fields })}
<p><a href="${at(paths.enrolment, flow.parameters)}">${words.settings.cancel}</a></p>`,
  }
}
