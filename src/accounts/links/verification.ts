import type { Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { alreadyVerified, unauthorized } from '../../platform/errors.ts'
import { mailsToUser } from '../limits/rules.ts'
import { takeAttempts } from '../limits/take-attempts.ts'
import { findMailbox } from '../users/queries/emails.ts'
import { lockUser } from '../users/queries/users.ts'
import { type Addressee, issueLink } from './issue.ts'
import { linkKinds } from './kinds.ts'

/**
 * Sends a new verification email; the previous link stops working.
 * @throws 409 `already_verified`, 429 after three in an hour
 */
export const sendVerification = async (deps: Deps, userId: string): Promise<void> => {
  const mailbox = await findMailbox(deps.db, userId)
  if (!mailbox) throw unauthorized()
  if (mailbox.verifiedAt) throw alreadyVerified()
  await deps.db.transaction(async (runner) => {
    // lock order: removing an account locks it before its links
    await lockUser(runner, userId)
    // in the transaction: an email that was never written does not count
    await takeAttempts({ ...deps, db: runner }, [mailsToUser(userId, 'verification')])
    await issue(deps, runner, { userId, email: mailbox })
  })
}

/** For new accounts, unless `EMAIL_VERIFICATION` is `off`. */
export const issueFirstVerification = async (
  deps: Pick<Deps, 'keys' | 'config'>,
  runner: Runner,
  addressee: Addressee,
): Promise<unknown> => (deps.config.emailVerification === 'off' ? undefined : issue(deps, runner, addressee))

const issue = (deps: Pick<Deps, 'keys'>, runner: Runner, addressee: Addressee) =>
  issueLink(deps, runner, 'verification', addressee, {
    hours: linkKinds.verification.seconds / 3_600,
    codeMinutes: linkKinds.verification.codeSeconds / 60,
  })
