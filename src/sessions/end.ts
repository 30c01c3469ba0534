import type { Event } from '../accounts/events/events.ts'
import { recordEvent } from '../accounts/events/record.ts'
import type { Client, Deps } from '../deps.ts'
import { isId } from '../platform/crypto/id.ts'
import type { Runner } from '../platform/db/db.ts'
import { notFound } from '../platform/errors.ts'
import type { Bearer } from './authenticate.ts'
import { cancelPending } from './cancel-pending.ts'
import { deleteSession, deleteSessions, type SessionKey, type Which } from './queries.ts'

/** Why, from where and by whom. */
type Ended = { why: string } & Pick<Event, 'address' | 'actor'>

/** @returns whether it existed */
export const endSessions = async (
  runner: Runner,
  userId: string,
  ended: Ended,
  which: Which = {},
): Promise<number> => {
  const sessions = await deleteSessions(runner, userId, which)
  await recordEvent(runner, ...sessions.map((session) => endedEvent(session, ended)))
  return sessions.length
}

/** Ends one session. @returns whether it existed */
export const endSession = async (runner: Runner, session: SessionKey, ended: Ended): Promise<boolean> => {
  const wasThere = await deleteSession(runner, session)
  if (wasThere) await recordEvent(runner, endedEvent(session, ended))
  return wasThere
}

const endedEvent = ({ userId, sessionId }: SessionKey, { why, ...told }: Ended) =>
  ({ type: 'session.ended', userId, sessionId, ...told, detail: { reason: why } }) as const

export const signOut = async ({ db }: Deps, bearer: Bearer, { address }: Client): Promise<void> => {
  await db.transaction((runner) => endSession(runner, bearer, { why: 'signed_out', address }))
}

/** @throws 404 if there is no such session */
export const endOwnSession = async (
  { db }: Deps,
  session: SessionKey,
  { address }: Client,
): Promise<void> => {
  if (!isId(session.sessionId)) throw notFound()
  const ended = { why: 'ended_by_owner', address }
  if (!(await db.transaction((runner) => endSession(runner, session, ended)))) throw notFound()
}

/** Ends all but the bearer's own session, and sign-ins in progress. */
export const endOtherSessions = async (
  { db }: Deps,
  { userId, sessionId }: SessionKey,
  { address }: Client,
): Promise<void> => {
  await db.transaction(async (runner) => {
    // first, as below
    await cancelPending(runner, userId)
    await endSessions(runner, userId, { why: 'ended_by_owner', address }, { but: sessionId })
  })
}

/** Ends sign-ins in progress, too. */
export const signOutEverywhere = async ({ db }: Deps, userId: string, { address }: Client): Promise<void> => {
  await db.transaction(async (runner) => {
    // first: waits for sign-ins that are opening a session, so that the next statement sees it
    await cancelPending(runner, userId)
    await endSessions(runner, userId, { why: 'ended_by_owner', address })
  })
}
