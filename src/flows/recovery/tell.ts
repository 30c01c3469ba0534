import { listMailboxes } from '../../accounts/users/former-emails/queries.ts'
import type { Deps } from '../../deps.ts'
import { postMail } from '../../messages/outbox/post.ts'
import type { Runner } from '../../platform/db/db.ts'

/** How long it is from one notice to the next. */
export const noticeHours = 24

/** For whom the token that stops a reset is sealed while it waits. */
export const keeperOwner = (userId: string): string => `two-factor reset ${userId}`

/**
 * Tells an owner what waits, with the link that stops it: in every mailbox, those too that the account had until lately,
 * because whoever took the account over may have changed the address first.
 */
export const tellOwner = async (
  { keys }: Pick<Deps, 'keys'>,
  runner: Runner,
  { userId, token, removesAt }: { userId: string; token: string; removesAt: Date },
): Promise<void> => {
  const detail = { removesAt: removesAt.toISOString() }
  for (const { typed: recipient } of await listMailboxes(runner, userId))
    await postMail(runner, keys, {
      name: 'two-factor-removal',
      userId,
      recipient,
      detail,
      secrets: { token },
    })
}
