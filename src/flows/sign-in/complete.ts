import type { TokenPair } from '../../../contract/wire.ts'
import { refundAttempt } from '../../accounts/limits/queries.ts'
import type { Limit } from '../../accounts/limits/rules.ts'
import { type CountedAccount, settlePasswords } from '../../accounts/limits/settle-passwords.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { openSession, type SignedIn } from '../../sessions/open.ts'
import { requireSecondFactor } from './second-step/require.ts'

/** A first factor that was right: a password, or another provider's word. */
export type FirstFactor = SignedIn & {
  /** What was counted for it before it was looked at. */
  attempts?: { account: CountedAccount; ofAccount: Limit; byAddress: readonly Limit[] }
}

/**
 * Where every first factor passes, whichever grant proved it, and the only way from one to a pair of tokens. Only a
 * complete sign-in forgets the account's failures; one that still needs its second factor takes back its own.
 *
 * @throws 403 `two_factor_required` when the account has a second factor
 */
export const completeFirstFactor = async (
  deps: Deps,
  { attempts, ...signedIn }: FirstFactor,
  client: Client,
): Promise<TokenPair> => {
  await requireSecondFactor(deps, signedIn, client, (runner) =>
    refund(runner, attempts && [...attempts.byAddress, attempts.ofAccount]),
  )
  return openSession(deps, signedIn, client, (runner) =>
    Promise.all([
      refund(runner, attempts?.byAddress),
      attempts && settlePasswords(runner, attempts.account, client),
    ]),
  )
}

const refund = (runner: Runner, limits: readonly Limit[] = []) =>
  Promise.all(limits.map((limit) => refundAttempt(runner, limit)))
