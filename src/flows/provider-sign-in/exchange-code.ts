import { recordEvent } from '../../accounts/events/record.ts'
import { lockUser } from '../../accounts/users/queries.ts'
import {
  findSpent,
  type SpentCode,
  spendOauthCode,
  takeSpent,
} from '../../credentials/identities/under-way/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { newId } from '../../platform/crypto/id.ts'
import { isWithin } from '../../platform/db/clock.ts'
import { invalidCredentials } from '../../platform/errors.ts'
import { cancelPending } from '../../sessions/cancel-pending.ts'
import { endSession } from '../../sessions/end.ts'
import type { SignedIn } from '../../sessions/open.ts'
import { challengeOf, oauthCodes } from './code.ts'

// a client that sends the same request twice at once is not a thief
const graceSeconds = 2

/**
 * Spends a one-time code.
 *
 * @returns the first factor that it proves
 * @throws 401. A code that was spent before, and comes again later than two seconds after, was seen by somebody else:
 *   the session that it produced ends (RFC 6749 §4.1.2). A third time it is an unknown one.
 */
export const exchangeCode = async (
  deps: Deps,
  { code, code_verifier }: { code: string; code_verifier?: string | undefined },
  client: Client,
): Promise<SignedIn> => {
  const arrivedMs = performance.now()
  const key = oauthCodes.read(code)
  if (!key) throw invalidCredentials()
  const codeChallenge = code_verifier === undefined ? undefined : challengeOf(code_verifier)
  const sessionId = newId(deps.now())
  const spent = await spendOauthCode(deps.db, { ...key, codeChallenge, sessionId })
  if (spent) return { userId: key.userId, sessionId, epoch: spent.epoch, methods: [spent.method] }

  const spentCode = { ...key, codeChallenge }
  const earlier = await findSpent(deps.db, spentCode)
  // by when the request came, not by how long it then had to wait for its turn
  const waitedSeconds = (performance.now() - arrivedMs) / 1_000
  if (earlier && !isWithin(earlier.secondsAgo, graceSeconds + waitedSeconds))
    await endProduced(deps, spentCode, client)
  throw invalidCredentials()
}

const endProduced = async (deps: Deps, spentCode: SpentCode, { address }: Client) =>
  deps.db.transaction(async (runner) => {
    const { userId } = spentCode
    // the user first, as whatever else ends sessions does: two that wait for each other would both be refused
    await lockUser(runner, userId)
    const taken = await takeSpent(runner, spentCode)
    if (!taken) return
    const { sessionId } = taken
    // the code may have produced a challenge so far: with another epoch that opens nothing any more
    await cancelPending(runner, userId)
    await endSession(
      runner,
      { userId, sessionId },
      {
        reason: 'code_replayed',
        address,
        actor: { kind: 'stranger' },
      },
    )
    await recordEvent(runner, {
      type: 'oauth_code.replayed',
      outcome: 'refused',
      userId,
      sessionId,
      address,
    })
  })
