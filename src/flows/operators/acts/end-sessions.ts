import { recordEvent } from '#accounts/events/record.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import type { Deps } from '#deps.ts'
import { cancelProofs } from '#sessions/cancel-pending.ts'
import { endSessions } from '#sessions/end.ts'
import type { OperatorAct } from './act.ts'

/** With sign-ins in progress. @returns how many sessions there were. Undefined if there is no such account */
export const endSessionsOf = (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { actor, reason }: OperatorAct,
): Promise<number | undefined> =>
  db.transaction(async (runner) => {
    if (!(await lockUser(runner, userId))) return
    await cancelProofs(runner, userId, { actor })
    const count = await endSessions(runner, userId, { why: 'ended_by_operator', actor })
    await recordEvent(runner, { type: 'user.sessions_ended', userId, actor, reason, detail: { count } })
    return count
  })
