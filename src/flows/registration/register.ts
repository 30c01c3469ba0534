import type { TokenPair } from '../../../contract/wire.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { registrationsByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { issueFirstVerification } from '../../accounts/links/verification.ts'
import { type Address, insertEmail } from '../../accounts/users/emails/queries.ts'
import { insertUser } from '../../accounts/users/queries.ts'
import { setPassword } from '../../credentials/password/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { newId } from '../../platform/crypto/id.ts'
import { UniqueViolation } from '../../platform/db/failures.ts'
import { emailTaken } from '../../platform/errors.ts'
import { writeSession } from '../../sessions/open.ts'
import { pairOf } from '../../sessions/pair.ts'

export type Registration = { email: Address; password: string }

/**
 * Creates an account and signs its owner in, in one transaction.
 * @throws 422 `database.unique` if the address has an account, 429 after too many from one place
 */
export const register = async (
  deps: Deps,
  { email, password }: Registration,
  client: Client,
): Promise<TokenPair> => {
  await takeAttempts(deps, registrationsByAddress(deps.config.registrationsPerHour, client))
  const userId = newId(deps.now())
  const stored = await deps.passwords.hash(password, userId)
  const signedIn = { userId, sessionId: newId(deps.now()), epoch: 0, methods: ['password'] }
  const registered = { type: 'user.registered', userId, address: client.address } as const
  const opened = deps.db.transaction(async (runner) => {
    const [, , , , session] = await Promise.all([
      insertUser(runner, userId),
      insertEmail(runner, userId, email, false),
      setPassword(runner, userId, stored),
      recordEvent(runner, registered),
      writeSession(deps, runner, signedIn, client),
      issueFirstVerification(deps, runner, { userId, email }),
    ])
    return session
  })
  return pairOf(deps, await opened.catch(refuseTaken))
}

// of simultaneous registrations, the primary key lets one through
const refuseTaken = (error: unknown): never => {
  throw error instanceof UniqueViolation && error.constraint === 'emails_pkey' ? emailTaken() : error
}
