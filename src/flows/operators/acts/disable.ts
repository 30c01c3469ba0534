import { recordEvent } from '#accounts/events/record.ts'
import { setDisabled } from '#accounts/users/queries/disabling.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import type { Deps } from '#deps.ts'
import { cancelProofs } from '#sessions/cancel-pending.ts'
import { endSessions } from '#sessions/end.ts'
import type { OperatorAct } from './act.ts'

/**
 * Disables an account, or changes until when. Its sessions, and everything that is in progress, end at once in every process,
 * and its owner gets the answers of a wrong password, and is not told the reason.
 * @param until absent for good
 * @returns whether there is such an account
 */
export const disableUser = (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { until, reason, actor }: OperatorAct & { until?: Date | undefined },
): Promise<boolean> =>
  db.transaction(async (runner) => {
    if (!(await lockUser(runner, userId))) return false
    await setDisabled(runner, userId, { until, reason })
    await cancelProofs(runner, userId, { actor })
    await endSessions(runner, userId, { why: 'account_disabled', actor })
    const detail = until ? { until: until.toISOString() } : {}
    await recordEvent(runner, { type: 'user.disabled', userId, actor, reason, detail })
    return true
  })
