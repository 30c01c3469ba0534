import { type Html, html } from '#platform/html.ts'
import { day } from '#platform/seconds.ts'
import type { Typed, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { hasPasskeys } from './by-passkey.ts'

const declinedSeconds = 30 * day

/** Where the script notes that this device can make a passkey. */
export const readyField = (visit: Visit): Html | undefined =>
  hasPasskeys(visit) ? html`<input type="hidden" name="passkeys" data-passkey-ready>` : undefined

/**
 * The page after a sign-in by one factor: the offer of a passkey, if this browser can make one and nobody has
 * declined it. That page continues if the account has one.
 */
export const offerOrOn = (visit: Visit, { passkeys }: Typed): string => {
  const isWelcome = hasPasskeys(visit) && passkeys === 'yes' && visit.cookies.read('no-offer') === undefined
  return isWelcome ? paths.offerPasskey : paths.onward
}

/** For a while, in this browser. */
export const declineOffer = ({ cookies }: Visit): void => cookies.write('no-offer', 'yes', declinedSeconds)
