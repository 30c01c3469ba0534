import type { TokenPair } from '../../../contract/wire.ts'
import { refundAttempt } from '../../accounts/limits/queries.ts'
import type { Limit } from '../../accounts/limits/rules.ts'
import { settlePasswords } from '../../accounts/limits/settle-passwords.ts'
import type { Client, Deps } from '../../deps.ts'
import { openSession, type SignedIn } from '../../sessions/open.ts'
import { demandSecondFactor } from './second-step/require.ts'

/** A first factor that was right: a password, or another provider's word. */
export type FirstFactor = SignedIn & {
  /** What was counted for it before it was looked at. */
  attempts?: { ofAccount: Limit; byAddress: readonly Limit[]; canonical: string }
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
  const refunds = attempts?.byAddress.map(refundAttempt) ?? []
  await demandSecondFactor(deps, signedIn, client, {
    attemptsKind: attempts?.ofAccount.kind,
    also: attempts ? [...refunds, refundAttempt(attempts.ofAccount)] : [],
  })
  return openSession(deps, signedIn, client, {
    also: attempts
      ? [...refunds, ...settlePasswords(signedIn.userId, attempts.canonical, attempts.ofAccount.kind)]
      : [],
  })
}
