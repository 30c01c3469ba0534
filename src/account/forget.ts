import { insertEvent } from '../audit/queries.ts'
import { type Db, type Runner, runAll } from '../db/db.ts'
import { deleteUsers, forgetAttemptsOf, forgetEvents, takeDueDeletions } from './queries.ts'

/**
 * Removes accounts with all that the service holds about their people. What is left are events that say what happened
 * to somebody whom nobody can name any more.
 */
export const forgetAccounts = async (runner: Runner, userIds: readonly string[]): Promise<void> => {
  await deleteUsers(runner, userIds)
  await forgetAttemptsOf(runner, userIds)
  await forgetEvents(runner, userIds)
  await runAll(
    runner,
    userIds.map((userId) => insertEvent({ type: 'account.deleted', userId })),
  )
}

/** Removes up to `batch` accounts whose days of grace are over. @returns how many there were */
export const sweepAccounts = async (db: Db, batch: number): Promise<number> =>
  db.transaction(async (runner) => {
    const userIds = await takeDueDeletions(runner, batch)
    if (userIds.length > 0) await forgetAccounts(runner, userIds)
    return userIds.length
  })
