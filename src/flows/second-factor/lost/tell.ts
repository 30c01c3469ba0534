import { listMailboxes } from '#accounts/users/queries/former-emails.ts'
import { languageOf } from '#accounts/users/queries/users.ts'
import type { Deps } from '#deps.ts'
import { postMail } from '#messages/outbox/post.ts'
import type { Runner } from '#platform/db/db.ts'

/** Between notices. */
export const noticeHours = 24

/** The owner that the token which stops a reset is sealed for. */
export const keeperOwner = (userId: string): string => `two-factor reset ${userId}`

/**
 * Emails the pending removal and the link that stops it, to former mailboxes too: a thief may have changed
 * the address first.
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
      language: languageOf(userId),
      detail,
      secrets: { token },
    })
}
