import { recordEvent } from '#accounts/events/record.ts'
import type { Deps } from '#deps.ts'
import { isId } from '#platform/crypto/id.ts'
import { notFound } from '#platform/errors.ts'
import { endForOwner } from '#sessions/end.ts'
import type { OperatorAct } from '../acts/act.ts'

/** Ends one session, and the visit to the pages that it came from. @throws 404 if there is none */
export const endSessionOf = async (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { sessionId, actor, reason }: OperatorAct & { sessionId: string },
): Promise<void> => {
  if (!isId(sessionId)) throw notFound()
  await db.transaction(async (runner) => {
    const ended = { why: 'ended_by_operator', actor }
    if (!(await endForOwner(runner, { userId, sessionId }, ended))) throw notFound()
    const detail = { count: 1 }
    await recordEvent(runner, { type: 'user.sessions_ended', userId, sessionId, actor, reason, detail })
  })
}
