import { mailsToUser } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { issueLink } from '#accounts/links/issue.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import type { Client, Deps } from '#deps.ts'
import { invalidChallenge, notFound } from '#platform/errors.ts'
import { concerning } from '#platform/refusals/concerning.ts'
import { findAddressee } from '#sessions/queries/challenges.ts'
import { challenges } from '../../sign-in/second-step/challenge.ts'

/**
 * Emails a link to someone who has proven the first factor and lost the second. The challenge stays valid.
 * @throws 401 `invalid_challenge`, 404 if only operators remove factors, 429 after three in an hour
 */
export const requestReset = (deps: Deps, challenge: string, client: Client): Promise<void> =>
  concerning(challenges.read(challenge)?.userId, () => request(deps, challenge, client))

const request = async (deps: Deps, challenge: string, client: Client): Promise<void> => {
  const hours = deps.config.twoFactorResetHours
  if (hours === 0) throw notFound()
  const key = challenges.read(challenge)
  if (!key || !(await findAddressee(deps.db, key))) throw invalidChallenge()
  const { userId } = key
  const { address, userAgent } = client
  await deps.db.transaction(async (runner) => {
    // again, under the lock: ending all sessions ends this sign-in, too
    await lockUser(runner, userId)
    const email = await findAddressee(runner, key)
    if (!email) throw invalidChallenge()
    await takeAttempts({ ...deps, db: runner }, [mailsToUser(userId, 'two-factor reset')])
    await issueLink(deps, runner, 'two-factor-reset', { userId, email }, { hours, address, userAgent })
  })
}
