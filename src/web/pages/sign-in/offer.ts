import { hasPasskey } from '../../../credentials/passkeys/queries.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { TokenRow } from '../../../sessions/queries.ts'
import type { Typed, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { hasPasskeys } from './by-passkey.ts'

const declinedSeconds = 30 * 24 * 60 * 60

/** Where the script notes that this device can make a passkey. */
export const readyField = (visit: Visit): Html | undefined =>
  hasPasskeys(visit) ? html`<input type="hidden" name="passkeys" data-passkey-ready>` : undefined

/**
 * The page after a sign-in by one factor: the offer of a passkey, if this browser can make one, nobody has declined it, and
 * the account has none. @returns its path
 */
export const offerOrOn = async (
  visit: Visit,
  { passkeys }: Typed,
  { userId }: Pick<TokenRow, 'userId'>,
): Promise<string> => {
  const isWelcome = hasPasskeys(visit) && passkeys === 'yes' && visit.cookies.read('no-offer') === undefined
  return isWelcome && !(await hasPasskey(visit.deps.db, userId)) ? paths.offerPasskey : paths.signIn
}

/** For a while, in this browser. */
export const declineOffer = ({ cookies }: Visit): void => cookies.write('no-offer', 'yes', declinedSeconds)
