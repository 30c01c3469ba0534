import { cameFrom } from '#accounts/events/came-from.ts'
import type { Maker } from '#accounts/users/queries/suspects.ts'
import { isTwoFactorRequired } from '#config/two-factor-policy.ts'
import type { FreshCodes } from '#credentials/backup-codes/fresh.ts'
import { deleteSecondFactors } from '#credentials/delete.ts'
import { guardsAmong } from '#credentials/index.ts'
import { listPasskeys, type PasskeyRow } from '#credentials/passkeys/queries/passkeys.ts'
import { activeMethods } from '#credentials/queries.ts'
import type { Client, Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { factorRequired, secondFactorNeeded } from '#platform/errors.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { cancelPending } from '#sessions/cancel-pending.ts'
import { type Along, factorsOf, proveAlong, withoutFactor } from '#sessions/proof/along.ts'
import { requireRecentProof } from '#sessions/proof/require-recent-proof.ts'
import type { UseFactor } from '#sessions/proof/use-factor.ts'
import { switchOff } from '../disable.ts'
import { switchOn } from '../switch-on.ts'

/**
 * Turns two-factor authentication on, for a passkey that is about to become the first second factor. To be called under
 * the lock of its user.
 * @returns whether it was off
 */
export const enableByPasskey = async (
  runner: Runner,
  of: { userId: string } & Maker,
  codes: FreshCodes,
  client: Client,
): Promise<boolean> => {
  if ((await activeMethods(runner, of.userId)).length > 0) return false
  // sign-ins in progress have one factor, and an app begun by somebody else must not survive this
  await cancelPending(runner, of.userId)
  await switchOn(runner, of, { method: 'passkey', codes }, client)
  return true
}

/** How an account with this passkey proves its second factor, and whether it can without it. */
type Guards = { methods: readonly string[]; passkeys: readonly PasskeyRow[] }

/** Whether two-factor authentication ends with it. */
export const isLastFactor = (id: string, { methods, passkeys }: Guards): boolean =>
  passkeys.some((one) => one.id === id && one.secondFactorSince) &&
  guardsAmong(methods).every((method) => method === 'passkey') &&
  !passkeys.some((one) => one.id !== id && one.secondFactorSince)

/** `lacks`: what would have to be proven if the passkey turned out to be the last second factor. */
type Resigning = { use: UseFactor; lacks: readonly string[] }

/**
 * Before a passkey stops guarding: removing the last second factor takes one in the request itself, any other a
 * recent proof.
 * @throws 403 `factor_required` or `reauthentication_required`, 401 `wrong_code` or `invalid_credentials`, 409
 * `second_factor_needed` if the account needs one, 429
 */
export const proveResigning = async (
  deps: Deps,
  bearer: Bearer,
  { id, along }: { id: string; along: Along },
  client: Client,
): Promise<Resigning> => {
  const factors = await factorsOf(deps, bearer.userId)
  if (along.method !== undefined)
    return { use: await proveAlong(deps, bearer, along, { factors }, client), lacks: [] }
  const passkeys = await listPasskeys(deps.db, bearer.userId)
  if (isLastFactor(id, { methods: factors, passkeys }))
    throw isTwoFactorRequired(deps) ? secondFactorNeeded() : factorRequired(factors)
  await requireRecentProof(deps, bearer, along.password, client)
  return { use: withoutFactor, lacks: factors }
}

/**
 * Turns two-factor authentication off, if the passkey that has just stopped guarding was the last second factor.
 * @throws 409 `second_factor_needed` if the account needs one, 403 `factor_required` if another one went meanwhile
 */
export const disableWithLastPasskey = async (
  deps: Deps,
  runner: Runner,
  { bearer: { userId, sessionId }, lacks }: { bearer: Bearer } & Pick<Resigning, 'lacks'>,
  client: Client,
): Promise<void> => {
  if ((await activeMethods(runner, userId)).length > 0) return
  if (isTwoFactorRequired(deps)) throw secondFactorNeeded()
  if (lacks.length > 0) throw factorRequired(lacks)
  await cancelPending(runner, userId)
  // only the backup codes remain
  await deleteSecondFactors(runner, userId)
  await switchOff(runner, userId, { keptSession: sessionId, ...cameFrom(client) })
}
