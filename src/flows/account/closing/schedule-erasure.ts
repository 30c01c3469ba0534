import type { Event } from '#accounts/events/events.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { insertDeletion } from '#accounts/users/queries/deletions.ts'
import { undoableUntil } from '#accounts/users/queries/former-emails.ts'
import type { Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { eraseAccount } from './erase.ts'

/**
 * Has an account removed after the grace period and any undoable change of address. To be called in the transaction that
 * has ended its sessions.
 * @returns when; undefined if it is to be removed at once
 */
export const scheduleErasure = async (
  runner: Runner,
  userId: string,
  graceDays: number,
  told: Pick<Event, 'address' | 'aside' | 'actor' | 'reason'> & { detail?: object },
): Promise<Date | undefined> => {
  const undoUntil = await undoableUntil(runner, userId)
  const dueAt = await insertDeletion(runner, userId, graceDays, undoUntil)
  if (graceDays === 0 && !undoUntil) return undefined
  const detail = { ...told.detail, deletesAt: dueAt.toISOString() }
  await recordEvent(runner, { type: 'account.deletion_requested', userId, ...told, detail })
  return dueAt
}

/** Nobody can sign in any more, and the job retries failures. */
export const forgetAtOnce = ({ db, log }: Pick<Deps, 'db' | 'log'>, userId: string): Promise<void> =>
  eraseAccount(db, userId, { waits: true }).catch((error: Error) =>
    log.error({ err: error, userId }, 'a closed account could not be removed; retrying'),
  )
