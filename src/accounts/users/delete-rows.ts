import type { Runner } from '../../platform/db/db.ts'
import { freeEmails } from './queries/email-owners.ts'
import { findMailbox } from './queries/emails.ts'
import { listUndoable } from './queries/former-emails.ts'
import { deleteUser } from './queries/users.ts'

/** Deletes a locked user with every row that is theirs, and frees their addresses. */
export const deleteUserRows = async (runner: Runner, userId: string): Promise<void> => {
  const [mailbox, undoable] = await Promise.all([findMailbox(runner, userId), listUndoable(runner, userId)])
  await freeEmails(runner, userId, mailbox ? [mailbox.canonical, ...undoable] : undoable)
  await deleteUser(runner, userId)
}
