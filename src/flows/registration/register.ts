import type { TokenPair } from '../../../contract/wire.ts'
import { insertEvent } from '../../accounts/events/queries.ts'
import { registrationsByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { issueFirstVerification } from '../../accounts/links/verification.ts'
import { insertAccount, newOwner } from '../../accounts/users/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { newId } from '../../platform/crypto/id.ts'
import { UniqueViolation } from '../../platform/db/failures.ts'
import { emailTaken } from '../../platform/errors.ts'
import { openSession } from '../../sessions/open.ts'

export type Registration = { email: { typed: string; canonical: string }; password: string }

/**
 * Creates an account and signs its owner in, with one statement: either all of it is there or nothing.
 *
 * @throws 422 `database.unique` when the address has an account, 429 when too many came from one place
 */
export const register = async (
  deps: Deps,
  { email, password }: Registration,
  client: Client,
): Promise<TokenPair> => {
  await takeAttempts(deps, registrationsByAddress(deps.config.registrationsPerHour, client))
  const userId = newId(deps.now())
  const stored = await deps.passwords.hash(password, userId)
  const registered = insertEvent({ type: 'user.registered', userId, address: client.address })
  try {
    return await openSession(
      deps,
      { userId, sessionId: newId(deps.now()), epoch: 0, methods: ['password'] },
      client,
      {
        newOwner: newOwner(userId),
        also: [
          ...insertAccount({ userId, email, password: stored }),
          registered,
          ...issueFirstVerification(deps, { userId, email }),
        ],
      },
    )
  } catch (error) {
    // of any number of registrations at the same moment, the address's primary key lets one through
    if (error instanceof UniqueViolation && error.constraint === 'emails_pkey') throw emailTaken()
    throw error
  }
}
