import type { Runner } from '../../platform/db/db.ts'
import { unavailable } from '../../platform/errors.ts'
import { findOwnerOf } from './queries/email-owners.ts'
import { lockMailbox } from './queries/emails.ts'

// on a single server, each means that the address has changed hands in between
const ownerTries = 3

/**
 * Until the transaction ends, nobody else can prove or change the address.
 * @throws 503 if its owner has another address or none (half of a change on two servers is not committed yet), or got
 * it without the key
 */
export const lockOwnerOf = async (
  runner: Runner,
  canonical: string,
): Promise<{ userId: string } | undefined> => {
  for (let tries = 0; tries < ownerTries; tries++) {
    const owner = await findOwnerOf(runner, canonical)
    if (!owner) return
    const mailbox = await lockMailbox(runner, owner.userId)
    // until then, its owner could give it up
    if (mailbox?.canonical !== canonical) continue
    if (!mailbox.isGenuine()) throw forged()
    return owner
  }
  throw halfOwned()
}

const forged = (): Error => unavailable(new Error('an account was given its address without the key'))

/** An address whose owner does not have it. */
export const halfOwned = (): Error =>
  unavailable(new Error('an address is owned by an account that does not have it'))
