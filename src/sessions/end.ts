import type { Event } from '../accounts/events/events.ts'
import { recordEvent } from '../accounts/events/record.ts'
import { changesOf } from '../accounts/limits/rules.ts'
import { takeAttempts } from '../accounts/limits/take-attempts.ts'
import type { Client, Deps } from '../deps.ts'
import { isId } from '../platform/crypto/id.ts'
import type { Runner } from '../platform/db/db.ts'
import { notFound } from '../platform/errors.ts'
import type { Bearer } from './authenticate.ts'
import { cancelPending } from './cancel-pending.ts'
import {
  deleteSession,
  deleteSessions,
  deleteWithVisit,
  type SessionKey,
  type Which,
} from './queries/sessions.ts'

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

/**
 * Ends a session at its owner's request, together with the visit on the pages that it came from, unless that is
 * `kept`. Otherwise the next person at that browser would get in without a password.
 * @returns whether it existed
 */
export const endForOwner = async (
  runner: Runner,
  session: SessionKey,
  ended: Ended,
  kept?: string,
): Promise<boolean> => {
  const sessions = await deleteWithVisit(runner, session, kept)
  await recordEvent(runner, ...sessions.map((each) => endedEvent(each, ended)))
  return sessions.some(({ sessionId }) => sessionId === session.sessionId)
}

const endedEvent = ({ userId, sessionId }: SessionKey, { why, ...told }: Ended) =>
  ({ type: 'session.ended', userId, sessionId, ...told, detail: { reason: why } }) as const

/** Signs out on the pages that the session came from, too, unless it `keepsVisit`. */
export const signOut = async (
  { db }: Deps,
  bearer: Bearer,
  { address }: Client,
  keepsVisit = false,
): Promise<void> => {
  const end = keepsVisit ? endSession : endForOwner
  await db.transaction((runner) => end(runner, bearer, { why: 'signed_out', address }))
}

/** Ends one by its id, and the visit that it came from, unless that is the present one. @throws 404 if there is none */
export const endOwnSession = async (
  { db }: Deps,
  { userId, sessionId: ownId }: SessionKey,
  sessionId: string,
  { address }: Client,
): Promise<void> => {
  if (!isId(sessionId)) throw notFound()
  const ended = { why: 'ended_by_owner', address }
  if (!(await db.transaction((runner) => endForOwner(runner, { userId, sessionId }, ended, ownId))))
    throw notFound()
}

/** Ends all but the bearer's own session, and sign-ins in progress. @throws 429 after twenty in an hour */
export const endOtherSessions = (
  deps: Deps,
  { userId, sessionId }: SessionKey,
  client: Client,
): Promise<void> => endByOwner(deps, userId, client, { but: sessionId })

/** Ends sign-ins in progress, too. @throws 429 after twenty in an hour */
export const signOutEverywhere = (deps: Deps, userId: string, client: Client): Promise<void> =>
  endByOwner(deps, userId, client)

const endByOwner = (deps: Deps, userId: string, { address }: Client, which?: Which): Promise<void> =>
  deps.db.transaction(async (runner) => {
    // first: waits for sign-ins that are opening a session, so that the next statement sees it
    await cancelPending(runner, userId)
    // somebody with the password could keep the owner's sign-ins from ever completing
    await takeAttempts({ ...deps, db: runner }, [changesOf(userId, 'session')])
    await endSessions(runner, userId, { why: 'ended_by_owner', address }, which)
  })
