import type { Client, Deps } from '../deps.ts'
import { Refused } from '../errors.ts'
import { mailsOfKind, resetsByAddress } from '../limits/rules.ts'
import { takeAttempts } from '../limits/take-attempts.ts'
import { issueLink } from '../links/issue.ts'
import { linkKinds } from '../links/kinds.ts'
import { findMailbox, findOwnerOf } from '../users/queries.ts'

/**
 * Sends the mail with which a forgotten password is replaced, if the address has an account and three were not sent to
 * it within the hour. All of that happens after the answer, so that neither what it says nor how long it takes tells
 * who has an account.
 *
 * @throws 429 after too many from one address
 */
export const forgotPassword = async (
  deps: Deps,
  email: { canonical: string },
  client: Client,
): Promise<void> => {
  await takeAttempts(deps, resetsByAddress(client))
  deps.later(() => sendReset(deps, email.canonical))
}

const sendReset = async (deps: Deps, canonical: string) => {
  const owner = await findOwnerOf(deps.db, canonical)
  const mailbox = owner && (await findMailbox(deps.db, owner.userId))
  if (!mailbox) return
  try {
    await takeAttempts(deps, [mailsOfKind(owner.userId, 'reset')])
  } catch (error) {
    if (error instanceof Refused && error.status === 429) return
    throw error
  }
  const minutes = linkKinds.reset.seconds / 60
  const statements = issueLink(deps, 'reset', { userId: owner.userId, email: mailbox }, { minutes })
  await deps.db.transaction(async (runner) => {
    for (const statement of statements) await runner.run(statement)
  })
}
