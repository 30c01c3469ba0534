import type { TokenPair } from '../../contract/wire.ts'
import { recorded } from '../audit/queries.ts'
import { isAuthentic, macDigest, type PresentedToken, readToken } from '../crypto/token.ts'
import { clockOf } from '../db/clock.ts'
import type { Client, Deps } from '../deps.ts'
import { invalidCredentials } from '../errors.ts'
import { newLifetimes } from './lifetimes.ts'
import { pairOf } from './pair.ts'
import { deleteSession, findRotated, rotate } from './queries.ts'

/**
 * Exchanges a refresh token for the next pair. The one before it, presented again soon after, gets the same pair
 * again, so that a lost answer or a second tab signs nobody out.
 *
 * @throws 401. An older token that is authentic was stolen, or its successor was: that session ends. So it does where the
 *   database's clock went back, and nobody can tell any more how old the token is.
 */
export const refreshSession = async (deps: Deps, token: string, client: Client): Promise<TokenPair> => {
  const presented = readToken(deps.keys, 'refresh', token)
  if (!presented) throw invalidCredentials()
  const lifetimes = newLifetimes(deps.config)
  const clock = clockOf(deps)
  const askedMs = performance.now()
  const rotated = await rotate(deps.db, { ...presented, ...lifetimes, macDigest: macDigest(presented) })
  if (rotated) {
    clock.see(rotated.rotatedAt, askedMs)
    return pairOf(deps, rotated)
  }

  const askedAgainMs = performance.now()
  const session = await findRotated(deps.db, presented, lifetimes)
  if (!session || !isAuthentic(presented, session.seed)) throw invalidCredentials()
  clock.see(session.databaseAt, askedAgainMs)
  const isRecent = session.isRecent && clock.isCertain(session.rotatedAt)
  if (session.generation === presented.generation + 1 && isRecent) return pairOf(deps, session)
  if (session.generation > presented.generation) await endStolen(deps, presented, client)
  throw invalidCredentials()
}

const endStolen = async (deps: Deps, { userId, sessionId, generation }: PresentedToken, client: Client) => {
  const event = { type: 'session.reuse_detected', address: client.address, detail: { generation } } as const
  await deps.db.run(recorded(deleteSession(userId, sessionId), event))
}
