import { recordEvent } from '../../accounts/events/record.ts'
import { insertDeletion } from '../../accounts/users/deletions/queries.ts'
import { lockMailbox } from '../../accounts/users/emails/queries.ts'
import type { Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { cancelPending } from '../../sessions/cancel-pending.ts'
import { endSessions } from '../../sessions/end.ts'
import { closeAccount, forgetAtOnce } from '../closing/close.ts'
import type { OperatorAct } from './act.ts'

/**
 * Ends all sessions, and the account: after the days of grace, in which its owner can keep it by signing in, or now.
 * @returns when it will be deleted; null if it already is. Undefined if there is no such account
 */
export const deleteUserFor = async (
  deps: Pick<Deps, 'db' | 'log' | 'config'>,
  userId: string,
  { isNow, ...act }: OperatorAct & { isNow: boolean },
): Promise<Date | null | undefined> => {
  const { accountDeletionDays } = deps.config
  const deletesAt = await deps.db.transaction(async (runner) => {
    // lock order: the address first
    await lockMailbox(runner, userId)
    if (!(await cancelPending(runner, userId))) return undefined
    await endSessions(runner, userId, { reason: 'ended_by_operator', actor: act.actor })
    if (isNow) return deleteNow(runner, userId, act)
    return (
      (await closeAccount(runner, userId, accountDeletionDays, { ...act, detail: { by: 'operator' } })) ??
      null
    )
  })
  if (deletesAt === null) await forgetAtOnce(deps, userId)
  return deletesAt
}

// a change of address that somebody could still undo does not hold it up
const deleteNow = async (runner: Runner, userId: string, act: OperatorAct) => {
  await insertDeletion(runner, userId, 0, undefined)
  await recordEvent(runner, {
    type: 'account.deletion_requested',
    userId,
    ...act,
    detail: { by: 'operator' },
  })
  return null
}
