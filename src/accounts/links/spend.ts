import type { Runner } from '../../platform/db/db.ts'
import { deadLink } from '../../platform/errors.ts'
import { lockMailbox, type Mailbox } from '../users/queries/emails.ts'
import { lockUser } from '../users/queries/users.ts'
import { spendLink } from './queries.ts'
import type { LinkKey } from './token.ts'

/**
 * Spends the link that was sent to the account's mailbox, and locks both.
 * @returns the mailbox as it was
 * @throws 401 if the link no longer works, or the account has another address or is disabled
 */
export const spendAtMailbox = async (runner: Runner, key: LinkKey): Promise<Mailbox> => {
  // lock order: the address first
  const mailbox = await lockMailbox(runner, key.userId)
  const user = await lockUser(runner, key.userId)
  const sent = await spendLink(runner, key)
  if (!mailbox || mailbox.canonical !== sent?.canonical || !user || user.isDisabled)
    throw deadLink(key.userId)
  return mailbox
}
