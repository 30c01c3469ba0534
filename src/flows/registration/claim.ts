import type { Actor } from '../../accounts/events/events.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { deleteLinks } from '../../accounts/links/queries.ts'
import { freeHeld } from '../../accounts/users/free-held.ts'
import { noteOwned, noteVerified } from '../../accounts/users/queries/emails.ts'
import { deleteUnproven } from '../../accounts/users/queries/former-emails.ts'
import { deleteInvitation } from '../../accounts/users/queries/invitations.ts'
import { deleteKnownAddresses } from '../../accounts/users/queries/known-addresses.ts'
import { deleteCredentials, deleteFirstFactors, type Removed } from '../../credentials/delete.ts'
import type { Client } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { cancelProofs } from '../../sessions/cancel-pending.ts'
import { endSessions } from '../../sessions/end.ts'
import { deleteChallenges } from '../../sessions/queries/challenges.ts'

/** How a mailbox was proven, for the event, from where, and by whom if not by its owner. */
type Claim = {
  proof: string
  address: string
  actor?: Actor
  /** Of a sign-in: by a mail, its owner is told what it removed. */
  signsIn?: Pick<Client, 'userAgent'>
}

const why = 'account_claimed'

/**
 * An account with an unproven mailbox belongs to the first person who proves it, and nothing planted before survives:
 * no password, session, second factor or identity. Every proof of a mailbox calls this, in the transaction that lets
 * the prover in.
 * @returns whether this was the first proof; later ones change nothing
 */
export const claimAccount = async (runner: Runner, userId: string, claim: Claim): Promise<boolean> => {
  // of simultaneous proofs, one passes and the others wait for it
  if (!(await noteVerified(runner, userId))) return false
  // first: waits for sign-ins that are opening a session, and stops later ones
  await cancelProofs(runner, userId)
  const sessions = await endSessions(runner, userId, { why, address: claim.address })
  await recordClaim(runner, userId, claim, { sessions, ...(await deletePlanted(runner, userId)) })
  return true
}

/**
 * The same if only a link has proven the mailbox: people also press its button without having registered, which
 * leaves the account to a stranger, whether made with their address or moved there. Second factors stay, or a reader of the mail would only have to press another.
 * @returns whether that was so
 */
export const claimConfirmed = async (runner: Runner, userId: string, claim: Claim): Promise<boolean> => {
  if (!(await noteOwned(runner, userId))) return false
  await cancelProofs(runner, userId)
  const sessions = await endSessions(runner, userId, { why, address: claim.address })
  const removed = { sessions, ...(await deleteFirstFactors(runner, userId)) }
  await deleteChallenges(runner, userId)
  await deleteKnownAddresses(runner, userId)
  await recordClaim(runner, userId, claim, removed)
  return true
}

const recordClaim = (
  runner: Runner,
  userId: string,
  { proof, signsIn, ...who }: Claim,
  removed: Removed & { sessions: number },
) =>
  recordEvent(runner, {
    type: 'account.claimed',
    userId,
    ...who,
    detail: { proof, removed },
    ...(signsIn && isAnything(removed) && { aside: { userAgent: signsIn.userAgent } }),
  })

// people who had set it up themselves would look for it
const isAnything = ({ password, secondFactor, passkeys, identities, trustedDevices }: Removed): boolean =>
  password || secondFactor || passkeys + identities.length + trustedDevices > 0

/** Everything that could let a stranger in, now or later. */
const deletePlanted = async (runner: Runner, userId: string) => {
  const removed = await deleteCredentials(runner, userId)
  await deleteLinks(runner, userId)
  await deleteInvitation(runner, userId)
  await deleteChallenges(runner, userId)
  await deleteKnownAddresses(runner, userId)
  await freeHeld(runner, userId, await deleteUnproven(runner, userId))
  return removed
}
