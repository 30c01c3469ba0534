import type { Runner } from '../../platform/db/db.ts'
import { freeEmails } from './queries/email-owners.ts'
import { findMailbox } from './queries/emails.ts'
import { findExternalId, freeExternalId } from './queries/external-ids.ts'
import { listUndoable } from './queries/former-emails.ts'
import { deleteUser } from './queries/users.ts'

/**
 * Deletes a locked user with every row that is theirs, and frees their addresses.
 * @returns what an application knew them by, if anything, which is free, too
 */
export const deleteUserRows = async (runner: Runner, userId: string): Promise<string | undefined> => {
  const [mailbox, undoable, externalId] = await Promise.all([
    findMailbox(runner, userId),
    listUndoable(runner, userId),
    findExternalId(runner, userId),
  ])
  await freeEmails(runner, userId, mailbox ? [mailbox.canonical, ...undoable] : undoable)
  if (externalId !== undefined) await freeExternalId(runner, userId, externalId)
  await deleteUser(runner, userId)
  return externalId
}
