import type { Actor } from '../../accounts/events/events.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { issueLink } from '../../accounts/links/issue.ts'
import { linkKinds } from '../../accounts/links/kinds.ts'
import { lockOwnerOf } from '../../accounts/users/lock-owner.ts'
import { isEmailTaken } from '../../accounts/users/queries/email-owners.ts'
import { type Address, insertEmail } from '../../accounts/users/queries/emails.ts'
import { insertInvitation, isInvited } from '../../accounts/users/queries/invitations.ts'
import { insertUser, lockUser, setLanguage } from '../../accounts/users/queries/users.ts'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/crypto/id.ts'
import type { Runner } from '../../platform/db/db.ts'

export type Invitation = { userId: string; expiresAt: Date }

/**
 * Creates an account with only an address, and emails a link to accept it, whatever `REGISTRATION` and
 * `REGISTRATION_DOMAINS` say. Repeating a pending invitation sends a new link; the previous one stops working.
 * @param language by default that of an earlier invitation, or of the service
 * @returns undefined if the address has an account, or is reserved for one
 */
export const invite = async (
  { db, keys, now }: Pick<Deps, 'db' | 'keys' | 'now'>,
  email: Address,
  actor: Actor,
  { language = null, reason }: { language?: string | null; reason?: string | undefined } = {},
): Promise<Invitation | undefined> => {
  const { seconds } = linkKinds.invite
  const inviting = db.transaction(async (runner) => {
    const owner = await lockOwnerOf(runner, email.canonical)
    if (owner && !(await canInviteAgain(runner, owner.userId))) return undefined
    const userId = owner?.userId ?? newId(now())
    if (!owner) await insertAccount(runner, userId, email, language)
    else if (language !== null) await setLanguage(runner, userId, language)
    const expiresAt = await insertInvitation(runner, userId, seconds)
    await issueLink({ keys }, runner, 'invite', { userId, email }, { hours: seconds / 3_600 })
    await recordEvent(runner, { type: 'user.invited', userId, actor, reason })
    return { userId, expiresAt }
  })
  return inviting.catch(unlessTaken)
}

const canInviteAgain = async (runner: Runner, userId: string) => {
  const user = await lockUser(runner, userId)
  return user?.isDisabled === false && (await isInvited(runner, userId))
}

const insertAccount = async (runner: Runner, userId: string, email: Address, language: string | null) => {
  await insertUser(runner, userId, language)
  await insertEmail(runner, userId, email, false)
}

const unlessTaken = (error: unknown): undefined => {
  if (!isEmailTaken(error)) throw error
}
