import { recorded } from '../../../accounts/events/queries.ts'
import { activeMethods } from '../../../credentials/methods.ts'
import type { Client, Deps } from '../../../deps.ts'
import { first } from '../../../platform/db/db.ts'
import type { Statement } from '../../../platform/db/sql.ts'
import { twoFactorRequired } from '../../../platform/errors.ts'
import type { SignedIn } from '../../../sessions/open.ts'
import { newChallenge, readChallenge } from './challenge.ts'
import { type ChallengeKey, insertChallenge } from './queries.ts'

const challengeSeconds = 5 * 60

/** What a sign-in that is interrupted leaves to be done. */
export type Interruption = {
  /** The count of failures to forget once the sign-in is complete. */
  attemptsKind?: string | undefined
  /** What is settled already, in the same transaction. */
  also: readonly Statement[]
}

/**
 * Lets a first factor pass where the account has no second one.
 *
 * @throws 403 `two_factor_required` with a challenge where it has
 */
export const demandSecondFactor = async (
  deps: Deps,
  { userId, sessionId, epoch, methods: proven }: SignedIn,
  client: Client,
  { attemptsKind, also }: Interruption,
): Promise<void> => {
  const methods = await activeMethods(deps, userId)
  if (methods.length === 0) return
  const challenge = newChallenge(userId, sessionId)
  const { digest } = readChallenge(challenge) as ChallengeKey
  const stored = insertChallenge({
    userId,
    sessionId,
    digest,
    epoch,
    methods: proven,
    attemptsKind,
    seconds: challengeSeconds,
  })
  const event = { type: 'two_factor.required', address: client.address, detail: { methods: proven } } as const
  const row = (await first(deps.db, recorded(stored, event, also))) as { expiresAt: Date }
  throw twoFactorRequired({ challenge, methods, expiresAt: row.expiresAt.toISOString() })
}
