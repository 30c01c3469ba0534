import { recordEvent } from '../../accounts/events/record.ts'
import { spendLink } from '../../accounts/links/queries.ts'
import type { LinkKey } from '../../accounts/links/token.ts'
import { lockMailbox, replaceEmail } from '../../accounts/users/queries/emails.ts'
import { undoSeconds } from '../../accounts/users/queries/former-emails.ts'
import { lockUser } from '../../accounts/users/queries/users.ts'
import type { Client, Deps } from '../../deps.ts'
import { UniqueViolation } from '../../platform/db/failures.ts'
import { deadLink, emailTaken } from '../../platform/errors.ts'
import { about } from '../../platform/refusals/concerning.ts'
import { holdSession, makeWhole } from '../../sessions/queries/sessions.ts'
import { offerUndo } from './offer-undo.ts'

/**
 * Gives an account the address whose mailbox got the link. The former address gets a link to undo that.
 * @param isOwn whether it was opened where somebody is signed in to the account
 * @throws 401 if the link no longer works or its session has ended, 422 `database.unique` if the address is
 *   taken by now
 */
export const confirmEmailChange = async (
  deps: Deps,
  key: LinkKey,
  client: Client,
  isOwn: boolean,
): Promise<void> => {
  const { userId } = key
  const change = deps.db.transaction(async (runner) => {
    // lock order: the address first
    const former = await lockMailbox(runner, userId)
    const user = await lockUser(runner, userId)
    const sent = await spendLink(runner, key)
    if (!former?.isGenuine() || !user || user.isDisabled || !sent?.sessionId) throw deadLink(userId)
    // ending a thief's session also ends what it began
    const { sessionId } = sent
    const asked = await holdSession(runner, { userId, sessionId })
    if (!asked) throw deadLink(userId)
    await replaceEmail(runner, userId, sent, { isProven: true, onlyByLink: !isOwn, heldSeconds: undoSeconds })
    await makeWhole(runner, userId)
    await offerUndo(deps, runner, former, { userId, maker: asked, client })
    await recordEvent(runner, { type: 'email.changed', userId, sessionId, address: client.address })
  })
  await change.catch((error) => {
    throw error instanceof UniqueViolation ? about(emailTaken(), userId) : error
  })
}
