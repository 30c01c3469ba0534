import { recorded } from '../accounts/events/queries.ts'
import { raiseEpoch } from '../accounts/users/queries.ts'
import type { Client, Deps } from '../deps.ts'
import { isId } from '../platform/crypto/id.ts'
import { first } from '../platform/db/db.ts'
import { notFound } from '../platform/errors.ts'
import type { Bearer } from './authenticate.ts'
import { deleteSession, deleteSessions } from './queries.ts'

/** Signs out: ends the session that asks. */
export const endOwnSession = async (
  deps: Deps,
  { userId, sessionId }: Bearer,
  client: Client,
): Promise<void> => {
  await deps.db.run(recorded(deleteSession(userId, sessionId), ended('signed_out', client)))
}

/** Ends one session of a user. @throws 404 when there is no such session */
export const endSession = async (
  deps: Deps,
  userId: string,
  sessionId: string,
  client: Client,
): Promise<void> => {
  if (!isId(sessionId)) throw notFound()
  const session = await first(
    deps.db,
    recorded(deleteSession(userId, sessionId), ended('ended_by_owner', client)),
  )
  if (!session) throw notFound()
}

/** Ends all sessions of a user, the one that asks and sign-ins under way among them. */
export const endSessions = async (deps: Deps, userId: string, client: Client): Promise<void> => {
  await deps.db.transaction(async (runner) => {
    // first: it waits for sign-ins that are just opening a session, and the next statement sees what they opened
    await runner.run(raiseEpoch(userId))
    await runner.run(recorded(deleteSessions(userId), ended('ended_by_owner', client)))
  })
}

const ended = (reason: string, client: Client) =>
  ({ type: 'session.ended', address: client.address, detail: { reason } }) as const
