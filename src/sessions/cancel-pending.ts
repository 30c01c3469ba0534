import type { Actor } from '../accounts/events/events.ts'
import { recordEvent } from '../accounts/events/record.ts'
import { deleteLinks } from '../accounts/links/queries.ts'
import { raiseEpoch } from '../accounts/users/queries.ts'
import { deleteIdentityLinks } from '../credentials/identities/pending-links/queries.ts'
import { deleteReset } from '../credentials/resets/queries.ts'
import { deleteEnrolment } from '../credentials/totp/enrolments/queries.ts'
import type { Runner } from '../platform/db/db.ts'

/**
 * Raises the epoch, so that sign-ins and links of providers in progress come to nothing, and cancels mailed links,
 * two-factor resets and apps that wait for their first code. Verification links survive: they grant nothing.
 * So do invitations, whose accounts have no owner yet, and undo links, which a thief must not be able to cancel.
 * @param from only if the epoch is still this one and the account is enabled
 * @returns whether it was
 */
export const cancelPending = async (
  runner: Runner,
  userId: string,
  { from, actor }: { from?: number; actor?: Actor | undefined } = {},
): Promise<boolean> => {
  if (!(await raiseEpoch(runner, userId, from))) return false
  const [wasWaiting] = await Promise.all([
    deleteReset(runner, userId),
    deleteEnrolment(runner, userId),
    deleteLinks(runner, userId, { keeps: ['verification', 'invite'] }),
    deleteIdentityLinks(runner, userId),
  ])
  if (wasWaiting)
    await recordEvent(runner, { type: 'two_factor.reset_cancelled', userId, ...(actor && { actor }) })
  return true
}
