import { cameFrom } from '../../accounts/events/came-from.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { lockUser } from '../../accounts/users/queries/users.ts'
import {
  findCodeProof,
  findSpent,
  type PresentedCode,
  spendOauthCode,
  takeSpent,
} from '../../credentials/identities/queries/codes.ts'
import type { Client, Deps } from '../../deps.ts'
import { newId } from '../../platform/crypto/id.ts'
import { isWithin } from '../../platform/db/clock.ts'
import type { Runner } from '../../platform/db/db.ts'
import { invalidCredentials } from '../../platform/errors.ts'
import { about } from '../../platform/refusals/concerning.ts'
import { cancelPending } from '../../sessions/cancel-pending.ts'
import { endSession } from '../../sessions/end.ts'
import type { SignedIn } from '../../sessions/open.ts'
import { challengeOf, oauthCodes } from './code.ts'

// a client that repeats a request at once is not a thief
const graceSeconds = 2

type Exchanged = SignedIn & { isComplete: boolean; settle: (runner: Runner) => Promise<void> }

/**
 * Reads a one-time code, which proves a first factor, or both. `settle` spends it in the transaction of the session
 * or challenge, so that an outage leaves a working code.
 * @throws 401. A code that is replayed more than two seconds after it was spent was stolen: the session it produced
 * ends (RFC 6749 §4.1.2). After that, it counts as unknown.
 */
export const exchangeCode = async (
  deps: Deps,
  { code, code_verifier }: { code: string; code_verifier?: string | undefined },
  client: Client,
): Promise<Exchanged> => {
  const arrivedMs = performance.now()
  const key = oauthCodes.read(code)
  if (!key) throw invalidCredentials('oauth_code.dead')
  const codeChallenge = code_verifier === undefined ? undefined : challengeOf(code_verifier)
  const presented = { ...key, codeChallenge }
  const sessionId = newId(deps.now())
  const proof = await findCodeProof(deps.db, presented)
  if (proof) {
    // of simultaneous exchanges, one succeeds
    const settle = async (runner: Runner) => {
      if (!(await spendOauthCode(runner, presented, sessionId)))
        throw about(invalidCredentials('oauth_code.dead'), key.userId)
    }
    return { userId: key.userId, sessionId, ...proof, settle }
  }

  const earlier = await findSpent(deps.db, presented)
  // counts from the arrival of the request, however long it then waited
  const waitedSeconds = (performance.now() - arrivedMs) / 1_000
  if (earlier && !isWithin(earlier.secondsAgo, graceSeconds + waitedSeconds))
    await endProduced(deps, presented, client)
  throw about(invalidCredentials(earlier ? 'oauth_code.replayed' : 'oauth_code.dead'), key.userId)
}

const endProduced = async (deps: Deps, presented: PresentedCode, client: Client) =>
  deps.db.transaction(async (runner) => {
    const { userId } = presented
    // lock order, as wherever sessions end: the user first
    await lockUser(runner, userId)
    const taken = await takeSpent(runner, presented)
    if (!taken) return
    const session = { userId, sessionId: taken.sessionId }
    // if the code has only led to a challenge so far, the new epoch invalidates that
    await cancelPending(runner, userId)
    const ended = { why: 'code_replayed', address: client.address, actor: { kind: 'stranger' } } as const
    await endSession(runner, session, ended)
    await recordEvent(runner, {
      type: 'oauth_code.replayed',
      outcome: 'refused',
      ...session,
      ...cameFrom(client),
    })
  })
