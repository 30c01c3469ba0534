import { setTimeout as sleep } from 'node:timers/promises'
import type { TokenPair } from '../../contract/wire.ts'
import { cameFrom } from '../accounts/events/came-from.ts'
import { recordEvent } from '../accounts/events/record.ts'
import type { Client, Deps } from '../deps.ts'
import { isAuthentic, macDigest, type PresentedToken, readToken } from '../platform/crypto/token.ts'
import { clockOf } from '../platform/db/clock.ts'
import { invalidCredentials, unavailable } from '../platform/errors.ts'
import { about } from '../platform/refusals/concerning.ts'
import { endSession } from './end.ts'
import { type Lifetimes, newLifetimes } from './lifetimes.ts'
import { pairOf } from './pair.ts'
import { findRotated, rotate } from './queries/rotation.ts'

// as long as any statement waits for a lock
const maxHeldMs = 2_000
const maxPauseMs = 100

/**
 * Exchanges a refresh token for the next pair. Until that pair is used, and for a few seconds more, the token still
 * gets the same pair, so that a lost answer or a second tab signs nobody out.
 * @throws 401. An older, authentic token was stolen, or its successor was: its session ends. So it does if the
 * database's clock went back and the token's age is uncertain.
 */
export const refreshSession = async (deps: Deps, token: string, client: Client): Promise<TokenPair> => {
  const presented = readToken(deps.keys, 'refresh', token)
  if (!presented) throw dead(deps)
  const lifetimes = newLifetimes(deps.config)
  const latestMs = performance.now() + maxHeldMs
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    const pair =
      (await rotatedPair(deps, presented, lifetimes)) ??
      (await repeatedPair(deps, presented, lifetimes, client))
    if (pair) return pair
    // the row is locked: waits here, without a connection, and delays nobody
    if (performance.now() > latestMs) throw unavailable(new Error('a session is held too long'))
    await sleep(pauseMs)
  }
}

/** Spends the token. */
const rotatedPair = async (
  deps: Deps,
  presented: PresentedToken,
  lifetimes: Lifetimes,
): Promise<TokenPair | undefined> => {
  const askedMs = performance.now()
  const rotated = await rotate(deps.db, { ...presented, ...lifetimes, macDigest: macDigest(presented) })
  if (!rotated) return
  clockOf(deps).see(rotated.rotatedAt, askedMs)
  deps.metrics.refreshes.add({ outcome: 'rotated' })
  return pairOf(deps, rotated)
}

/** The pair that the token was spent for, while it may be repeated. @returns undefined if it is not spent */
const repeatedPair = async (
  deps: Deps,
  presented: PresentedToken,
  lifetimes: Lifetimes,
  client: Client,
): Promise<TokenPair | undefined> => {
  const askedMs = performance.now()
  const session = await findRotated(deps.db, presented, lifetimes)
  if (!session || !isAuthentic(presented, session.seed)) throw dead(deps, presented)
  const clock = clockOf(deps)
  clock.see(session.databaseAt, askedMs)
  const isRepeatable = session.isUnused || (session.isClosing && clock.isCertain(session.closingAt))
  if (session.generation === presented.generation + 1 && isRepeatable) {
    deps.metrics.refreshes.add({ outcome: 'repeated' })
    return pairOf(deps, session)
  }
  if (session.generation > presented.generation) {
    await endStolen(deps, presented, client)
    deps.metrics.refreshes.add({ outcome: 'reuse' })
    throw about(invalidCredentials('refresh_token.reused'), presented.userId)
  }
  if (session.generation < presented.generation) throw dead(deps, presented)
  return undefined
}

const dead = ({ metrics }: Deps, presented?: PresentedToken): Error => {
  metrics.refreshes.add({ outcome: 'dead' })
  return about(invalidCredentials('refresh_token.dead'), presented?.userId)
}

const endStolen = ({ db }: Deps, { userId, sessionId, generation }: PresentedToken, client: Client) =>
  db.transaction(async (runner) => {
    const [session, actor] = [{ userId, sessionId }, { kind: 'stranger' }] as const
    const ended = { why: 'token_reused', address: client.address, actor }
    if (!(await endSession(runner, session, ended))) return
    await recordEvent(runner, {
      type: 'session.reuse_detected',
      ...session,
      ...cameFrom(client),
      actor,
      detail: { generation },
    })
  })
