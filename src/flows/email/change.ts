import { mailsToAddress, mailsToUser, registrationsByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { issueLink } from '../../accounts/links/issue.ts'
import { isTaken } from '../../accounts/users/queries/email-owners.ts'
import { findMailbox } from '../../accounts/users/queries/emails.ts'
import { findEpoch, lockUserAt } from '../../accounts/users/queries/users.ts'
import type { Client, Deps } from '../../deps.ts'
import { emailTaken, emailUnchanged, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { requireRecentProof } from '../../sessions/proof/require-recent-proof.ts'

type EmailChange = { email: { typed: string; canonical: string }; password?: string | undefined }

/**
 * Emails a link to the new address. Nothing changes until it is confirmed there; a new request replaces it.
 * @throws 422 for an address that is taken or unchanged, 403 `reauthentication_required`, 401 for a wrong
 *   password, 429
 */
export const askForEmailChange = async (
  deps: Deps,
  bearer: Bearer,
  { email, password }: EmailChange,
  client: Client,
): Promise<void> => {
  const { userId, sessionId } = bearer
  const epoch = await findEpoch(deps.db, userId)
  if (epoch === undefined) throw unauthorized()
  await requireRecentProof(deps, bearer, password, client)
  const mailbox = await findMailbox(deps.db, userId)
  if (!mailbox) throw unauthorized()
  if (mailbox.canonical === email.canonical) throw emailUnchanged()
  // before the look-up: nobody probes address after address, or floods a mailbox
  await takeAttempts(deps, registrationsByAddress(deps.config.registrationsPerHour, client))
  const isIssued = await deps.db.transaction(async (runner) => {
    // no link after all sessions have ended, for instance by an undo
    if (!(await lockUserAt(runner, userId, epoch))) throw unauthorized()
    // a refusal for a full mailbox does not count for the owner: nothing was sent or looked up
    const mails = [mailsToUser(userId, 'email change'), mailsToAddress(email.canonical, 'email change')]
    await takeAttempts({ ...deps, db: runner }, mails)
    if (await isTaken(runner, email.canonical, userId)) return false
    const { address, userAgent } = client
    await issueLink(deps, runner, 'email-change', { userId, email, sessionId }, { address, userAgent })
    return true
  })
  // after the transaction, so that it counts
  if (!isIssued) throw emailTaken()
}
