import { type Html, html } from '../../platform/html.ts'
import { day } from '../../platform/seconds.ts'
import type { Again, Visit } from './hosted-page.ts'

/** What a form sends if its box is ticked. */
export const ticked = 'yes'

/** A box to tick, where the operator allows that. @param id of the box, one of its own for each form of a page */
export const trustBox = (
  { words, deps: { config } }: Visit,
  { typed }: Again,
  id = 'trustDevice',
): Html | undefined => {
  if (config.trustedDeviceDays === 0) return
  const isTicked = typed.trustDevice === ticked
  return html`<p class="check"><input type="checkbox" id="${id}" name="trustDevice" value="${ticked}"${isTicked ? html` checked` : undefined}><label for="${id}">${words.secondStep.trust(config.trustedDeviceDays)}</label></p>`
}

/** What this browser sends with a sign-in to skip the second step. */
export const keptDeviceToken = ({ cookies }: Pick<Visit, 'cookies'>): string | undefined =>
  cookies.read('device')

/** The service forgets it earlier if the second step was taken on another day. */
export const keepDeviceToken = (
  { cookies, deps: { config } }: Pick<Visit, 'cookies' | 'deps'>,
  token: string | undefined,
): void => {
  if (token !== undefined) cookies.write('device', token, config.trustedDeviceDays * day)
}
