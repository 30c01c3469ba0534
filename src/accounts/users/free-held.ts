import type { Runner } from '../../platform/db/db.ts'
import { freeEmails } from './queries/email-owners.ts'
import { listUndoable } from './queries/former-emails.ts'

/** Releases an account's reserved addresses, except those that a change can still be undone to. */
export const freeHeld = async (
  runner: Runner,
  userId: string,
  canonicals: readonly string[],
): Promise<void> => {
  if (canonicals.length === 0) return
  const undoable = await listUndoable(runner, userId)
  const free = canonicals.filter((canonical) => !undoable.includes(canonical))
  await freeEmails(runner, userId, free, { onlyHeld: true })
}
