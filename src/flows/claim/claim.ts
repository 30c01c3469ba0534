import { insertEvent, recorded } from '../../accounts/events/queries.ts'
import { noteVerified } from '../../accounts/users/mailboxes/queries.ts'
import { raiseEpoch } from '../../accounts/users/queries.ts'
import { first, many, type Runner } from '../../platform/db/db.ts'
import { deleteSessions } from '../../sessions/queries.ts'
import { deletePlanted } from './queries.ts'

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
  if (!(await first(runner, noteVerified(userId)))) return false
  // before anything goes: it waits for sign-ins that are just opening a session, and lets none open later
  await runner.run(raiseEpoch(userId))
  const ended = { type: 'session.ended', address, detail: { reason: 'account_claimed' } } as const
  const sessions = await many(runner, recorded(deleteSessions(userId), ended))
  const removed = { sessions: sessions.length, ...(await deletePlanted(runner, userId)) }
  await runner.run(insertEvent({ type: 'account.claimed', userId, address, detail: { proof, removed } }))
  return true
}
