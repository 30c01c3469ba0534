import type { Maker } from '../../accounts/users/suspects/queries.ts'
import { isTwoFactorRequired } from '../../config/two-factor-policy.ts'
import type { FreshCodes } from '../../credentials/backup-codes/fresh.ts'
import { deleteSecondFactors } from '../../credentials/delete.ts'
import { activeMethods } from '../../credentials/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { secondFactorNeeded } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { cancelPending } from '../../sessions/cancel-pending.ts'
import { switchOff } from '../two-factor/disable.ts'
import { switchOn } from '../two-factor/switch-on.ts'

/**
 * Turns two-factor authentication on, for a passkey that is about to become the first second factor. To be called under
 * the lock of its user.
 * @returns whether it was off
 */
export const becomeGuard = async (
  runner: Runner,
  of: { userId: string } & Maker,
  codes: FreshCodes,
  client: Client,
): Promise<boolean> => {
  if ((await activeMethods(runner, of.userId)).length > 0) return false
  // sign-ins in progress have one factor, and an app that somebody else has begun does not outlive this
  await cancelPending(runner, of.userId)
  await switchOn(runner, of, { method: 'passkey', codes }, client)
  return true
}

/**
 * Turns two-factor authentication off, if the passkey that has just stopped guarding was the last second factor.
 * @throws 409 `second_factor_needed` if the account needs one
 */
export const resignGuard = async (
  deps: Deps,
  runner: Runner,
  { userId, sessionId }: Bearer,
  { address }: Client,
): Promise<void> => {
  if ((await activeMethods(runner, userId)).length > 0) return
  if (isTwoFactorRequired(deps)) throw secondFactorNeeded()
  await cancelPending(runner, userId)
  // only the backup codes remain
  await deleteSecondFactors(runner, userId)
  await switchOff(runner, userId, { keptSession: sessionId, address })
}
