import { insertEvent } from '../../accounts/events/queries.ts'
import { spendLink } from '../../accounts/links/queries.ts'
import { type LinkKey, newLinkToken } from '../../accounts/links/token.ts'
import { lockMailbox, type Mailbox } from '../../accounts/users/mailboxes/queries.ts'
import { lockUser } from '../../accounts/users/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { postMail } from '../../messages/outbox/post.ts'
import { UniqueViolation } from '../../platform/db/failures.ts'
import { deadLink, emailTaken } from '../../platform/errors.ts'
import { holdSession } from '../../sessions/queries.ts'
import { insertFormer, replaceEmail, undoSeconds } from './queries.ts'

/**
 * Gives an account the address whose mailbox the link came to. The former address gets a link to undo it.
 *
 * @throws 401 for a link that is unknown, spent, too old, not the newest, or whose session has ended; 422
 *   `database.unique` when somebody else got the address meanwhile
 */
export const confirmEmailChange = async (deps: Deps, key: LinkKey, { address }: Client): Promise<void> => {
  const { userId } = key
  const change = deps.db.transaction(async (runner) => {
    // the address first, as whatever else proves a mailbox does: two that wait for each other would both be refused
    const former = await lockMailbox(runner, userId)
    const user = await lockUser(runner, userId)
    const sent = await spendLink(runner, key)
    if (!former || !user || user.isDisabled || !sent?.sessionId) throw deadLink()
    // an owner who ended the session of a thief has ended what the thief began
    if (!(await holdSession(runner, userId, sent.sessionId))) throw deadLink()
    await replaceEmail(runner, userId, sent, { isProven: true })
    const undo = newLinkToken('email-undo', userId)
    await insertFormer(runner, undo.key, former, sent.sessionId)
    await runner.run(tellFormer(deps, userId, former, { token: undo.token, address }))
    await runner.run(insertEvent({ type: 'email.changed', userId, sessionId: sent.sessionId, address }))
  })
  await change.catch((error) => {
    throw error instanceof UniqueViolation ? emailTaken() : error
  })
}

const tellFormer = (
  { keys }: Pick<Deps, 'keys'>,
  userId: string,
  { typed }: Mailbox,
  { token, address }: { token: string; address: string },
) =>
  postMail(keys, {
    name: 'email-changed',
    userId,
    recipient: typed,
    detail: { days: undoSeconds / 86_400, address },
    secrets: { token },
    seconds: undoSeconds,
  })
