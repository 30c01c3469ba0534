import { serviceKeyFailuresByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import type { Client, Deps } from '../../deps.ts'
import { isIn, parseAddress, parseNetworks } from '../../platform/addresses.ts'
import { insufficientScope, invalidServiceKey } from '../../platform/errors.ts'
import { findServiceKey, isGenuineKey, noteKeyUse, type PresentedKey, type StoredKey } from './queries.ts'
import type { KeyScope } from './scopes.ts'
import { serviceKeyTokens } from './token.ts'

/** How a service identifies itself: by its key, perhaps with the key's id before it. */
type Presented = { id: string | undefined; secret: string }

/** A service whose key works. */
export type Caller = {
  keyId: string
  may(scope: KeyScope): boolean
}

/** For long requests. @throws as the guard does, if the key no longer works */
type CheckAgain = { checkAgain(): Promise<unknown> }

/** Needed for refusals only. */
type ClientOf = () => Client

const warnDays = 14

/**
 * The guard of other services' operations.
 * @throws 401 unless the key works from there, 403 if it is for something else, 429 after too many wrong ones
 */
export const requireScope =
  (scope: KeyScope) =>
  async (deps: Deps, presented: Presented, clientOf: ClientOf): Promise<Caller & CheckAgain> => {
    const key = await readKey(deps, presented, clientOf)
    const check = () => requireScopeOf(scope)(deps, key, clientOf)
    return { ...(await check()), checkAgain: check }
  }

/** The same for a key that was read. */
export const requireScopeOf =
  (scope: KeyScope) =>
  async (deps: Deps, key: PresentedKey, clientOf: ClientOf): Promise<Caller> =>
    admitService(deps, scope, { key, found: await findServiceKey(deps.db, key) }, clientOf)

/** Reads a key, and proves nothing. @throws 401 for a malformed one, 429 */
export const readKey = async (
  deps: Deps,
  { id, secret }: Presented,
  clientOf: ClientOf,
): Promise<PresentedKey> => {
  const key = serviceKeyTokens.read(secret)
  if (!key || (id !== undefined && id !== key.id)) throw await countedRefusal(deps, clientOf())
  return key
}

/** @param found the key's stored columns @throws 401, 403, 429 */
export const admitService = async (
  deps: Deps,
  scope: KeyScope,
  { key, found }: { key: PresentedKey; found: StoredKey | undefined },
  clientOf: ClientOf,
): Promise<Caller> => {
  if (!found || found.fault === 'wrong') throw await countedRefusal(deps, clientOf())
  const { id: keyId } = key
  const { networks, scopes, isKeyUnnoted } = found
  const fault = found.fault ?? (networks && !isWithin(networks, clientOf()) ? 'not from this address' : null)
  if (fault) throw await countedRefusal(deps, clientOf(), { keyId, fault, address: clientOf().address })
  if (!isGenuineKey(deps.db, key, found)) throw await countedRefusal(deps, clientOf())
  if (isKeyUnnoted) deps.later(() => noteUse(deps, keyId))
  const may = (wanted: KeyScope) => scopes.split(' ').includes(wanted)
  if (!may(scope)) throw insufficientScope(scope)
  return { keyId, may }
}

/** Only failures are counted: a key has 256 random bits, and others at its address must not stop it. */
const countedRefusal = async (deps: Deps, client: Client, why?: object) => {
  await takeAttempts(deps, serviceKeyFailuresByAddress(client))
  if (why) deps.log.warn(why, 'a service key was refused')
  return invalidServiceKey()
}

// a proxy that hides its client's address is nobody's network
const isWithin = (networks: string, { address, counting }: Client) => {
  const from = counting === 'shared' ? undefined : parseAddress(address)
  return from !== undefined && isIn(parseNetworks(networks), from)
}

const noteUse = async ({ db, log }: Deps, keyId: string) => {
  const daysLeft = await noteKeyUse(db, keyId)
  if (daysLeft !== undefined && daysLeft <= warnDays)
    log.warn({ keyId, daysLeft }, 'a service key expires soon')
}
