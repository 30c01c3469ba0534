import { recordEvent } from '#accounts/events/record.ts'
import { cancelDeletion } from '#accounts/users/queries/deletions.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import type { Deps } from '#deps.ts'
import type { OperatorAct } from '../acts/act.ts'

/** Keeps an account that was being closed, as its owner would by signing in. @returns whether there is such an account */
export const keepUser = (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { actor, reason }: OperatorAct,
): Promise<boolean> =>
  db.transaction(async (runner) => {
    if (!(await lockUser(runner, userId))) return false
    if (await cancelDeletion(runner, userId))
      await recordEvent(runner, { type: 'account.deletion_cancelled', userId, actor, reason })
    return true
  })
