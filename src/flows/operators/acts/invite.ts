import type { Actor } from '#accounts/events/events.ts'
import { mailsToAddress } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import type { Address } from '#accounts/users/queries/emails.ts'
import type { AdminUser } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { emailTaken } from '#platform/errors.ts'
import { invite } from '../../registration/invite.ts'
import { requireUser } from '../directory/require-user.ts'

type Invited = { language?: string | null | undefined; reason?: string | undefined }

/** @throws 422 if the address is somebody's, 429 after three emails to it in an hour */
export const invitePerson = async (
  deps: Deps,
  email: Address,
  actor: Actor,
  { language = null, reason }: Invited = {},
): Promise<AdminUser> => {
  await takeAttempts(deps, [mailsToAddress(email.canonical, 'invite')])
  const invitation = await invite(deps, email, actor, { language, reason })
  if (!invitation) throw emailTaken()
  return requireUser(deps, invitation.userId)
}
