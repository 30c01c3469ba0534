import { forgetEvents, insertDeparted, listDeparted } from '#accounts/events/queries/departed-users.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { deleteAttemptsOf } from '#accounts/limits/queries/forget.ts'
import { deleteUserRows } from '#accounts/users/delete-rows.ts'
import { holdDueDeletion, listDueDeletions, setDeletionAside } from '#accounts/users/queries/deletions.ts'
import { lockMailbox } from '#accounts/users/queries/emails.ts'
import { deleteIdentities } from '#credentials/identities/queries/identities.ts'
import { deleteMailedCodes } from '#credentials/mailed-code/queries.ts'
import { closeConsole } from '#credentials/operators/close.ts'
import type { Deps } from '#deps.ts'
import { deleteMailsOf } from '#messages/outbox/queries/of-user.ts'
import type { Db, Runner } from '#platform/db/db.ts'
import { faultOf, isMomentary } from '#platform/db/failures.ts'

const rowsAtOnce = 500

/**
 * Removes an account that is due, with everything held about its person. Anonymous events remain: the first
 * batch is anonymised at once, the rest by a job.
 */
export const eraseAccount = async (db: Db, userId: string, { waits = false } = {}): Promise<void> => {
  await deleteMails(db, userId)
  const isRemoved = await db.transaction(async (runner) => {
    // lock order: the address first
    if (waits) await lockMailbox(runner, userId)
    if (!(await holdDueDeletion(runner, userId, { waits }))) return false
    await closeConsole(runner, userId)
    await deleteIdentities(runner, userId)
    await deleteMailedCodes(runner, userId)
    const externalId = await deleteUserRows(runner, userId)
    // again: a transaction that wrote one meanwhile held a row of the user, and was waited for
    await deleteMails(runner, userId)
    await deleteAttemptsOf(runner, userId)
    await insertDeparted(runner, userId)
    await recordEvent(runner, { type: 'account.deleted', userId, externalId, actor: { kind: 'system' } })
    return true
  })
  if (isRemoved) await forgetEvents(db, userId, rowsAtOnce)
}

/** In batches, because one statement could time out. */
const deleteMails = async (runner: Runner, userId: string) => {
  while ((await deleteMailsOf(runner, userId, rowsAtOnce)) === rowsAtOnce);
}

/**
 * Removes up to `batch` accounts after their grace period. One that fails is set aside for an hour; one whose rows are
 * locked is left for the next run.
 * @returns how many are done with for now
 */
export const sweepAccounts = async (db: Db, batch: number, { log }: Pick<Deps, 'log'>): Promise<number> => {
  const userIds = await listDueDeletions(db, batch)
  let left = 0
  for (const userId of userIds) {
    try {
      await eraseAccount(db, userId)
    } catch (error) {
      if (faultOf(error)) throw error
      if (isMomentary(error)) {
        log.warn({ err: error, userId }, 'a closed account is in use, and could not be removed; retrying')
        left++
      } else {
        log.error({ err: error, userId }, 'a closed account could not be removed; retrying in an hour')
        await setDeletionAside(db, userId)
      }
    }
  }
  return userIds.length - left
}

/** Anonymises about `batch` events of departed users. @returns how many */
export const sweepDeparted = async (db: Db, batch: number, { log }: Pick<Deps, 'log'>): Promise<number> => {
  let forgotten = 0
  for (const userId of await listDeparted(db, batch)) {
    if (forgotten >= batch) break
    try {
      forgotten += await forgetEvents(db, userId, batch)
    } catch (error) {
      if (faultOf(error)) throw error
      log.error({ err: error, userId }, 'events of a removed account could not be anonymised; retrying')
    }
  }
  return forgotten
}
