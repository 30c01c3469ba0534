import { recordEvent } from '#accounts/events/record.ts'
import { insertDeletion } from '#accounts/users/queries/deletions.ts'
import { lockMailbox } from '#accounts/users/queries/emails.ts'
import { isInvited } from '#accounts/users/queries/invitations.ts'
import type { Config } from '#config/config.ts'
import type { Deps } from '#deps.ts'
import { cancelProofs } from '#sessions/cancel-pending.ts'
import { endSessions } from '#sessions/end.ts'
import { forgetAtOnce, scheduleErasure } from '../../account/closing/schedule-erasure.ts'
import type { OperatorAct } from './act.ts'

/** Without `deletesAt`, it is deleted already. */
type Deleted = { deletesAt?: Date }

/**
 * Ends all sessions, and the account: after the days of grace, in which its owner can keep it by signing in, or now. An
 * invited account has no owner yet, and goes at once.
 * @returns undefined if there is no such account
 */
export const deleteUserFor = async (
  deps: Pick<Deps, 'db' | 'log'> & { config: Pick<Config, 'accountDeletionDays'> },
  userId: string,
  { isNow, ...act }: OperatorAct & { isNow: boolean },
): Promise<Deleted | undefined> => {
  const { accountDeletionDays } = deps.config
  const deleted = await deps.db.transaction(async (runner): Promise<Deleted | undefined> => {
    // lock order: the address first
    await lockMailbox(runner, userId)
    if (!(await cancelProofs(runner, userId, act))) return
    await endSessions(runner, userId, { why: 'ended_by_operator', actor: act.actor })
    const told = { ...act, detail: { by: 'operator' } }
    const hasGrace = !isNow && !(await isInvited(runner, userId))
    const deletesAt = hasGrace && (await scheduleErasure(runner, userId, accountDeletionDays, told))
    if (deletesAt) return { deletesAt }
    // a change of address that could still be undone does not hold it up
    await insertDeletion(runner, userId, 0, undefined)
    await recordEvent(runner, { type: 'account.deletion_requested', userId, ...told })
    return {}
  })
  if (deleted && !deleted.deletesAt) await forgetAtOnce(deps, userId)
  return deleted
}
