import type { Client, Deps } from '../deps.ts'
import { invalidCredentials, reauthenticationRequired } from '../errors.ts'
import { forgetAttempts, refundAttempt } from '../limits/queries.ts'
import { failuresByAddress, passwordFailures } from '../limits/rules.ts'
import { takeAttempts } from '../limits/take-attempts.ts'
import { findCredentialsOf } from '../users/queries.ts'
import { verifyCredentials } from '../users/verify-credentials.ts'
import type { Bearer } from './authenticate.ts'
import { renewProof } from './queries.ts'

const maxAgeSeconds = 15 * 60

/**
 * Lets through who proved lately who they are, so that a stolen access token alone changes nothing that guards the
 * account. The password proves it anew.
 *
 * @throws 403 `reauthentication_required`, 401 `invalid_credentials` for a wrong password, 429 after too many
 */
export const demandFreshProof = async (
  deps: Deps,
  { userId, sessionId, provenSecondsAgo }: Bearer,
  password: string | undefined,
  client: Client,
): Promise<void> => {
  if (provenSecondsAgo <= maxAgeSeconds) return
  const account = await findCredentialsOf(deps.db, userId, client.bucket)
  if (password === undefined) throw reauthenticationRequired(account?.phc ? ['password'] : [])
  const ofAccount = passwordFailures(account, userId, client)
  const byAddress = failuresByAddress(deps.config.failuresPerAddress, client)
  const isRight = await verifyCredentials(deps, account, password, () =>
    takeAttempts(deps, [...byAddress, ofAccount]),
  )
  if (!isRight) throw invalidCredentials()
  for (const limit of byAddress) await deps.db.run(refundAttempt(limit))
  await deps.db.run(forgetAttempts(ofAccount))
  await renewProof(deps.db, userId, sessionId)
}
