import { takeAttempt } from '../../accounts/limits/queries/attempts.ts'
import { mailsToUser } from '../../accounts/limits/rules.ts'
import { findOwnerOf } from '../../accounts/users/queries/email-owners.ts'
import { findMailbox } from '../../accounts/users/queries/emails.ts'
import { lockUser } from '../../accounts/users/queries/users.ts'
import { isPasswordSince } from '../../credentials/password/queries.ts'
import type { Deps } from '../../deps.ts'
import type { Channel } from '../../messages/outbox/channel.ts'
import type { OutboxRow } from '../../messages/outbox/queries/delivery.ts'
import { deleteRow } from '../../messages/outbox/queries/outbox.ts'
import { elsewhere, type Runner } from '../../platform/db/db.ts'
import { issueReset } from './issue-reset.ts'

/**
 * Emails a link to the account with the address, if any, at most three an hour. The row goes in the same
 * transaction, so that delivering it twice sends one email.
 */
export const forgottenPasswordChannel: Channel = (deps, row) =>
  deps.db.transaction(async (runner) => {
    // its queue has no owner, unlike the link
    const isThere = (await deleteRow(elsewhere(runner), row)) !== undefined
    const isIssued = isThere && (await answer(deps, runner, row))
    return isIssued ? 'a link was issued' : 'nobody to send a link to'
  })

const answer = async (
  deps: Deps,
  runner: Runner,
  { recipient, detail, createdAt }: OutboxRow,
): Promise<boolean> => {
  const owner = await findOwnerOf(runner, recipient)
  if (!owner) return false
  const { userId } = owner
  const user = await lockUser(runner, userId)
  const email = await findMailbox(runner, userId)
  if (!user || user.isDisabled || email?.canonical !== recipient || !email.isGenuine()) return false
  // set in the meantime
  if (await isPasswordSince(runner, userId, createdAt)) return false
  const { waitSeconds } = await takeAttempt(runner, mailsToUser(userId, 'reset'))
  if (waitSeconds > 0) return false
  const { address, userAgent } = detail
  const asked = { address: String(address), ...(typeof userAgent === 'string' && { userAgent }) }
  await issueReset(deps, runner, { userId, email, ...asked })
  return true
}
