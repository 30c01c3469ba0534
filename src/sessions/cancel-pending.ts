import type { Actor } from '../accounts/events/events.ts'
import { recordEvent } from '../accounts/events/record.ts'
import { deleteEveryLink, deleteLinks } from '../accounts/links/queries.ts'
import { raiseEpoch, raiseEveryEpoch } from '../accounts/users/queries.ts'
import {
  deleteEveryIdentityLink,
  deleteIdentityLinks,
} from '../credentials/identities/pending-links/queries.ts'
import { deleteEveryReset, deleteReset } from '../credentials/resets/queries.ts'
import { deleteEnrolment, deleteEveryEnrolment } from '../credentials/totp/enrolments/queries.ts'
import type { Runner } from '../platform/db/db.ts'

const keeps = ['verification', 'invite'] as const

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
    deleteLinks(runner, userId, { keeps }),
    deleteIdentityLinks(runner, userId),
  ])
  if (wasWaiting)
    await recordEvent(runner, { type: 'two_factor.reset_cancelled', userId, ...(actor && { actor }) })
  return true
}

/** The same for everybody, without a word of it. */
export const cancelEverythingPending = async (runner: Runner): Promise<void> => {
  await raiseEveryEpoch(runner)
  await Promise.all([
    deleteEveryReset(runner),
    deleteEveryEnrolment(runner),
    deleteEveryLink(runner, { keeps }),
    deleteEveryIdentityLink(runner),
  ])
}
