import type { TrustedDevice } from '#contract/wire.ts'
import { readDeviceToken } from '#credentials/trusted-devices/token.ts'
import { deviceOf } from '#messages/mail/device.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../hosted-page.ts'
import { ownFields } from '../own-fields.ts'
import { keptDeviceToken } from '../trust-device.ts'
import { iconOf } from './icons.ts'
import { dayTag, timeTag } from './moment.ts'

/** The devices that skip the second step, if there are any, each with a button. */
export const deviceList = (visit: Visit, devices: readonly TrustedDevice[]): Html | undefined => {
  if (devices.length === 0) return
  const texts = visit.words.settings.sessions.trusted
  return html`<h2>${texts.title}</h2>
<p>${texts.lead}</p>
<form method="post">${ownFields(visit)}<input type="hidden" name="act" value="forget">
<ul class="list">${devices.map((device) => item(visit, device))}</ul></form>`
}

const item = (visit: Visit, { id, userAgent, ip, lastUsedAt, expiresAt }: TrustedDevice): Html => {
  const { words, deps } = visit
  const { trusted: texts, ...others } = words.settings.sessions
  const device = deviceOf(userAgent ?? '', words.language) ?? others.unknownDevice
  const isThis = readDeviceToken(deps, keptDeviceToken(visit) ?? '')?.id === id
  return html`<li class="row">${iconOf(userAgent ?? '')}<div><p><b>${device}</b>${isThis ? html` · ${others.current}` : undefined}</p>
<p class="soft">${texts.from(ip)}<br>${texts.lastUsed} ${timeTag(visit, lastUsedAt)}, ${texts.until} ${dayTag(visit, expiresAt)}</p></div><button class="plain small" name="id" value="${id}" aria-label="${texts.forget(device)}">${texts.forgetShort}</button></li>`
}
