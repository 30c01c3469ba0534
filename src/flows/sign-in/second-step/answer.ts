import { refuseWaiting } from '#accounts/limits/refuse-waiting.ts'
import type { Limit } from '#accounts/limits/rules.ts'
import type { Client, Deps } from '#deps.ts'
import { invalidChallenge } from '#platform/errors.ts'
import { failuresOf } from '#sessions/proof/check-code.ts'
import { type FactorAnswer, factors, proveFactor } from '#sessions/proof/factors.ts'
import type { UseFactor } from '#sessions/proof/use-factor.ts'
import { type ChallengeKey, findChallenge, type HalfWay, takeTry } from '#sessions/queries/challenges.ts'
import { challenges } from './challenge.ts'

/** Per challenge. */
export const maxTries = 5

/** A challenge whose answer is right. */
export type Answered = HalfWay & { key: ChallengeKey; use: UseFactor }

/**
 * Checks the answer to a challenge. Neither is spent yet.
 * @throws 401 `invalid_challenge`, 401 `wrong_code`, 429 while the account has to wait, even for the right code; for a
 *   passkey, 401 `invalid_credentials`, and no wait of the account
 */
export const answerChallenge = async (
  deps: Deps,
  { challenge, ...answer }: FactorAnswer & { challenge: string },
  client: Client,
): Promise<Answered> => {
  const key = challenges.read(challenge)
  if (!key) throw invalidChallenge()
  const waits = factors[answer.method].isGuessable ? await failuresOf(deps, key.userId, client) : []
  const { tries, ...halfWay } = await takeOpenTry(deps, key, waits)
  const proving = { ceremony: { purpose: 'second-step', of: key }, maxLeft: maxTries - tries } as const
  const { use } = await proveFactor(deps, answer, proving, client)
  return { ...halfWay, key, use }
}

const takeOpenTry = async (deps: Deps, key: ChallengeKey, waits: readonly Limit[]) => {
  const found = await findChallenge(deps.db, key, maxTries)
  if (!found) throw invalidChallenge()
  // an account that has to wait says so even for a used-up challenge, and takes no try
  await refuseWaiting(deps, waits)
  const taken = found.isOpen ? await takeTry(deps.db, key, maxTries) : undefined
  if (!taken) throw invalidChallenge()
  return taken
}
