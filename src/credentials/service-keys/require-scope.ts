import { timingSafeEqual } from 'node:crypto'
import { serviceKeyFailuresByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import type { Client, Deps } from '../../deps.ts'
import { isIn, parseAddress, parseNetworks } from '../../platform/addresses.ts'
import { insufficientScope, invalidServiceKey } from '../../platform/errors.ts'
import { findServiceKey, noteKeyUse, type StoredKey } from './queries.ts'
import type { KeyScope } from './scopes.ts'
import { serviceKeyTokens } from './token.ts'

/** How it says who it is: by its key, perhaps with the id of that before it. */
type Presented = { id: string | undefined; secret: string }

/** A service that asks. */
export type Caller = { keyId: string; scopes: readonly KeyScope[] }

const warnDays = 14

/**
 * The guard of what only other services ask for.
 * @throws 401 unless the key works from there, 403 if it is for something else, 429 after too many wrong ones
 */
export const requireScope =
  (scope: KeyScope) =>
  async (deps: Deps, { id, secret }: Presented, client: Client): Promise<Caller> => {
    const presented = serviceKeyTokens.read(secret)
    const isNamed = presented !== undefined && (id === undefined || id === presented.id)
    const found = isNamed ? await findServiceKey(deps.db, presented.id) : undefined
    if (!presented || !found || !timingSafeEqual(found.digest, presented.digest))
      throw await refusal(deps, client)
    const keyId = presented.id
    const fault = found.fault ?? (isUsedWithin(found, client) ? undefined : 'not from this address')
    if (fault) throw await refusal(deps, client, { keyId, fault, address: client.address })
    if (found.isUnnoted) deps.later(() => noteUse(deps, keyId))
    if (!found.scopes.includes(scope)) throw insufficientScope(scope)
    return { keyId, scopes: found.scopes }
  }

/** Only failures are counted: a key has 256 random bits, and others at its address must not stop it. */
const refusal = async (deps: Deps, client: Client, why?: object) => {
  await takeAttempts(deps, serviceKeyFailuresByAddress(client))
  if (why) deps.log.warn(why, 'a service key was refused')
  return invalidServiceKey()
}

const isUsedWithin = ({ networks }: StoredKey, { address }: Client) => {
  if (networks.length === 0) return true
  const from = parseAddress(address)
  return from !== undefined && isIn(parseNetworks(networks.join()), from)
}

const noteUse = async ({ db, log }: Deps, keyId: string) => {
  const daysLeft = await noteKeyUse(db, keyId)
  if (daysLeft !== undefined && daysLeft <= warnDays)
    log.warn({ keyId, daysLeft }, 'a service key expires soon')
}
