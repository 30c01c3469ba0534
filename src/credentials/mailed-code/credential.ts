import { hasProvenMailbox } from '../../accounts/users/queries/emails.ts'
import type { Runner } from '../../platform/db/db.ts'
import type { Credential } from '../credential.ts'
import { deleteMailedCodes } from './queries.ts'

/** The mailbox stays; what is under way ends. */
const endCodes = async (runner: Runner, userId: string): Promise<string[]> => {
  await deleteMailedCodes(runner, userId)
  return []
}

/**
 * The mailbox, by a code that is sent there. One factor and never both: the reset of a password leads to the same
 * mailbox.
 */
export const mailedCode: Credential = {
  kind: 'email_code',
  proves: 'first',
  amr: ['otp'],
  standsAlone: true,
  isSetUp: hasProvenMailbox,
  isOffered: (userId, { emailSignIn }) => (emailSignIn ? hasProvenMailbox(userId) : undefined),
  deleteAll: endCodes,
  deleteSince: endCodes,
  cancelMailed: deleteMailedCodes,
}
