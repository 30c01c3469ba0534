import { refundAttempts } from '../../accounts/limits/forgetting/queries.ts'
import { refundedIfUndone } from '../../accounts/limits/refunded-if-undone.ts'
import type { Limit } from '../../accounts/limits/rules.ts'
import { type CountedAccount, settlePasswords } from '../../accounts/limits/settle-passwords.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { openSession, type SignedIn } from '../../sessions/open.ts'
import type { TokenRow } from '../../sessions/queries.ts'
import { requireSecondFactor } from './second-step/require.ts'

export type FirstFactor = SignedIn & {
  /** Whether the second factor has been proven, too. */
  isComplete?: boolean
  /** Counted before it was checked. */
  attempts?: { byAddress: readonly Limit[]; ofAccount?: Limit; account?: CountedAccount }
  /** Runs in the transaction that opens the session, or writes the challenge. */
  settle?: (runner: Runner) => Promise<unknown>
}

/**
 * Every first factor passes here, whichever grant or page proved it: the only way to a session. A complete
 * sign-in clears the account's failures; one that still needs a second factor, or that an outage undoes, refunds its own.
 * @throws 403 `two_factor_required` if the account has a second factor, `two_factor_enrolment_required` if it needs one
 */
export const completeFirstFactor = (deps: Deps, factor: FirstFactor, client: Client): Promise<TokenRow> => {
  const { byAddress = [], ofAccount } = factor.attempts ?? {}
  const limits = [...byAddress, ...(ofAccount ? [ofAccount] : [])]
  // or an office would lock itself out while the database is away
  return refundedIfUndone(deps, limits, () => complete(deps, factor, limits, client))
}

const complete = async (
  deps: Deps,
  { attempts, isComplete = false, settle, ...signedIn }: FirstFactor,
  limits: readonly Limit[],
  client: Client,
): Promise<TokenRow> => {
  if (!isComplete)
    await requireSecondFactor(deps, signedIn, client, (runner) =>
      Promise.all([refundAttempts(runner, limits), settle?.(runner)]),
    )
  return openSession(deps, signedIn, client, (runner) =>
    Promise.all([
      refundAttempts(runner, attempts?.byAddress ?? []),
      attempts?.account && settlePasswords(runner, attempts.account, client),
      settle?.(runner),
    ]),
  )
}
