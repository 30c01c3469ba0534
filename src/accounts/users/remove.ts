import type { Runner } from '../../platform/db/db.ts'
import { freeEmails } from './emails/owners/queries.ts'
import { findMailbox } from './emails/queries.ts'
import { listUndoable } from './former-emails/queries.ts'
import { deleteUser } from './queries.ts'

/** Deletes a locked user with every row that is theirs, and frees their addresses. */
export const removeUser = async (runner: Runner, userId: string): Promise<void> => {
  const [mailbox, undoable] = await Promise.all([findMailbox(runner, userId), listUndoable(runner, userId)])
  await freeEmails(runner, userId, mailbox ? [mailbox.canonical, ...undoable] : undoable)
  await deleteUser(runner, userId)
}
