import type { Actor } from '../accounts/events/events.ts'
import { recordEvent } from '../accounts/events/record.ts'
import { deleteEveryLink, deleteLinks } from '../accounts/links/queries.ts'
import { raiseEpoch, raiseEveryEpoch } from '../accounts/users/queries/users.ts'
import { cancelMailed } from '../credentials/delete.ts'
import {
  deleteEveryIdentityLink,
  deleteIdentityLinks,
} from '../credentials/identities/queries/pending-links.ts'
import { deleteEveryMailedCode } from '../credentials/mailed-code/queries.ts'
import { deleteEveryReset, deleteReset } from '../credentials/resets/queries.ts'
import { deleteEnrolments, deleteEveryEnrolment } from '../credentials/totp/queries/enrolments.ts'
import type { Runner } from '../platform/db/db.ts'

/** Only if the epoch is still this one and the account is enabled. */
type From = { from?: number }

/**
 * Raises the epoch, so that sign-ins and links of providers in progress come to nothing, and cancels what sessions
 * have begun: changes of address, and apps waiting for their first code. Links that prove the mailbox survive:
 * otherwise a thief with the password could keep ending all sessions, and the owner's reset link would never work.
 * @returns whether there is such an account
 */
export const cancelPending = async (
  runner: Runner,
  userId: string,
  { from }: From = {},
): Promise<boolean> => {
  if (!(await raiseEpoch(runner, userId, from))) return false
  await cancelBegun(runner, userId)
  return true
}

/**
 * The same, and cancels what the mailbox proves: links for a new password, codes that sign in, and the removal of a lost second factor.
 * Only for a new password, a claim, an undo and operators.
 */
export const cancelProofs = async (
  runner: Runner,
  userId: string,
  { from, actor }: From & { actor?: Actor } = {},
): Promise<boolean> => {
  if (!(await raiseEpoch(runner, userId, from))) return false
  await Promise.all([
    cancelBegun(runner, userId),
    deleteLinks(runner, userId, ['reset']),
    cancelMailed(runner, userId),
    cancelRemoval(runner, userId, actor),
  ])
  return true
}

/** Stops the removal of a lost second factor, even if only its link was mailed. */
export const cancelRemoval = async (runner: Runner, userId: string, actor?: Actor): Promise<void> => {
  const [wasWaiting] = await Promise.all([
    deleteReset(runner, userId),
    deleteLinks(runner, userId, ['two-factor-reset']),
  ])
  if (wasWaiting)
    await recordEvent(runner, { type: 'two_factor.reset_cancelled', userId, ...(actor && { actor }) })
}

const cancelBegun = (runner: Runner, userId: string) =>
  Promise.all([
    deleteEnrolments(runner, userId),
    deleteLinks(runner, userId, ['email-change']),
    deleteIdentityLinks(runner, userId),
  ])

/** For everybody, silently. Links that confirm an address grant nothing, and an invited account has no owner yet. */
export const cancelEverythingPending = async (runner: Runner): Promise<void> => {
  await raiseEveryEpoch(runner)
  await Promise.all([
    deleteEveryReset(runner),
    deleteEveryMailedCode(runner),
    deleteEveryEnrolment(runner),
    deleteEveryLink(runner, { keeps: ['verification', 'invite'] }),
    deleteEveryIdentityLink(runner),
  ])
}
