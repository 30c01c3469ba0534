import type { Runner } from '../../../platform/db/db.ts'
import { unavailable } from '../../../platform/errors.ts'
import { findOwnerOf } from './owners/queries.ts'
import { lockMailbox } from './queries.ts'

/**
 * Until the transaction ends, nobody else can prove or change the address.
 * @throws 503 if the account that owns it has another one, or none: of a change on two servers, one half is still to come
 */
export const lockOwnerOf = async (
  runner: Runner,
  canonical: string,
): Promise<{ userId: string } | undefined> => {
  for (let tries = 0; tries < ownerTries; tries++) {
    const owner = await findOwnerOf(runner, canonical)
    if (!owner) return
    const mailbox = await lockMailbox(runner, owner.userId)
    // until it was locked, its owner could give it up
    if (mailbox?.canonical === canonical) return owner
  }
  throw halfOwned()
}

// each is another change of the address between two statements
const ownerTries = 3

/** An address has an owner who doesn't have it. */
export const halfOwned = (): Error =>
  unavailable(new Error('an address is owned by an account that does not have it'))
