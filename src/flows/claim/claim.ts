import { recordEvent } from '../../accounts/events/record.ts'
import { deleteLinks } from '../../accounts/links/queries.ts'
import { deleteReservations, noteVerified } from '../../accounts/users/emails/queries.ts'
import { deleteUnproven, listUndoable } from '../../accounts/users/former-emails/queries.ts'
import { deleteKnownAddresses } from '../../accounts/users/known-addresses/queries.ts'
import { deleteCredentials } from '../../credentials/delete.ts'
import type { Runner } from '../../platform/db/db.ts'
import { cancelPending } from '../../sessions/cancel-pending.ts'
import { deleteChallenges } from '../../sessions/challenges/queries.ts'
import { endSessions } from '../../sessions/end.ts'

/**
 * An account whose mailbox was never proven belongs to whoever first proves it, and nothing planted before survives
 * that proof: whoever registered somebody else's address has no password, session, second factor or identity left to
 * wait behind. Whatever proves a mailbox calls this, in the transaction that lets the prover in.
 *
 * @param proof what proved it, for the event. @returns whether it was the first proof; a later one changes nothing
 */
export const claimAccount = async (
  runner: Runner,
  userId: string,
  { proof, address }: { proof: string; address: string },
): Promise<boolean> => {
  // of any number of proofs at the same moment this lets one through, and the others wait for it
  if (!(await noteVerified(runner, userId))) return false
  // before anything goes: it waits for sign-ins that are just opening a session, and lets none open later
  await cancelPending(runner, userId)
  const sessions = await endSessions(runner, userId, { reason: 'account_claimed', address })
  const removed = { sessions, ...(await deletePlanted(runner, userId)) }
  await recordEvent(runner, { type: 'account.claimed', userId, address, detail: { proof, removed } })
  return true
}

/** Deletes whatever could let a stranger in, now or later. */
const deletePlanted = async (runner: Runner, userId: string) => {
  const removed = await deleteCredentials(runner, userId)
  await deleteLinks(runner, userId)
  await deleteChallenges(runner, userId)
  await deleteKnownAddresses(runner, userId)
  await deleteUnproven(runner, userId)
  await deleteReservations(runner, userId, await listUndoable(runner, userId))
  return removed
}
