import type { Deps } from '../../deps.ts'
import { alreadyVerified, unauthorized } from '../../platform/errors.ts'
import { mailsOfKind } from '../limits/rules.ts'
import { subjectOf } from '../limits/subject.ts'
import { takeAttempts } from '../limits/take-attempts.ts'
import { findMailbox } from '../users/emails/queries.ts'
import { lockUser } from '../users/queries.ts'
import { issueVerification } from './verification.ts'

/**
 * Sends a new verification email; the previous link stops working.
 * @throws 409 `already_verified`, 429 after three in an hour
 */
export const sendVerification = async (deps: Deps, userId: string): Promise<void> => {
  const mailbox = await findMailbox(deps.db, userId)
  if (!mailbox) throw unauthorized()
  if (mailbox.verifiedAt) throw alreadyVerified()
  await takeAttempts(deps, [mailsOfKind(subjectOf.user(userId), 'verification')])
  await deps.db.transaction(async (runner) => {
    // lock order: removing an account locks it before its links
    await lockUser(runner, userId)
    await issueVerification(deps, runner, { userId, email: mailbox })
  })
}
