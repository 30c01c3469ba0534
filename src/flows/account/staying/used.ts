import { findLink } from '#accounts/links/queries.ts'
import { readLinkToken } from '#accounts/links/token.ts'
import { findMailbox } from '#accounts/users/queries/emails.ts'
import { type Former, findFormer } from '#accounts/users/queries/former-emails.ts'
import type { Runner } from '#platform/db/db.ts'
import { deadLink } from '#platform/errors.ts'

/** What a link will do: undo a change of address, or set a new password. */
export type Use = { userId: string } & ({ change: Former } | { provenAt: Date | null })

/** The owner that a link claims. Nothing is proven by that. @throws 401 for no such link */
export const ownerOfLink = (token: string): string => {
  const key = readLinkToken('email-undo', token) ?? readLinkToken('reset', token)
  if (!key) throw deadLink()
  return key.userId
}

/** Spends nothing. @throws 401 if the link no longer works */
export const findUse = async (runner: Runner, token: string): Promise<Use> => {
  const undo = readLinkToken('email-undo', token)
  const change = undo && (await findFormer(runner, undo))
  if (change) return { userId: undo.userId, change }
  const reset = readLinkToken('reset', token)
  const [sent, mailbox] = reset
    ? await Promise.all([findLink(runner, reset), findMailbox(runner, reset.userId)])
    : []
  if (!reset || !sent || sent.canonical !== mailbox?.canonical) throw deadLink((undo ?? reset)?.userId)
  return { userId: reset.userId, provenAt: mailbox.verifiedAt }
}
