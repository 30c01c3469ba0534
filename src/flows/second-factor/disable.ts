import { cameFrom } from '../../accounts/events/came-from.ts'
import type { Event } from '../../accounts/events/events.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { forgetSecondFactorAttempts } from '../../accounts/limits/queries/forget.ts'
import { lockUser } from '../../accounts/users/queries/users.ts'
import { isTwoFactorRequired } from '../../config/two-factor-policy.ts'
import { deleteSecondFactors } from '../../credentials/delete.ts'
import { keepingWayIn } from '../../credentials/keeping-way-in.ts'
import { closeConsole } from '../../credentials/operators/close.ts'
import { deletePasskeys } from '../../credentials/passkeys/queries/passkeys.ts'
import { activeMethods } from '../../credentials/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { notConfigured, secondFactorNeeded, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { cancelPending, cancelRemoval } from '../../sessions/cancel-pending.ts'
import { endSessions } from '../../sessions/end.ts'
import { type BothFactors, proveBothFactors } from '../../sessions/proof/both-factors.ts'
import type { SpendFactor } from '../../sessions/proof/use-factor.ts'
import { deleteChallenges } from '../../sessions/queries/challenges.ts'
import { holdSession } from '../../sessions/queries/sessions.ts'

/**
 * Turns two-factor authentication off, for someone who proves both factors. Ends the other sessions.
 * @throws 400 `not_configured`, 403 `reauthentication_required`, 401 `wrong_code`, `invalid_credentials` or `unauthorized`,
 *   409 `last_way_in` or `second_factor_needed`, 429
 */
export const disableTwoFactor = async (
  deps: Deps,
  bearer: Bearer,
  proof: BothFactors,
  client: Client,
): Promise<void> => {
  const { userId, sessionId } = bearer
  const methods = await activeMethods(deps.db, userId)
  if (methods.length === 0) throw notConfigured()
  if (isTwoFactorRequired(deps)) throw secondFactorNeeded()
  const use = await proveBothFactors(deps, bearer, proof, methods, client)
  const told = { keptSession: sessionId, ...cameFrom(client) }
  const switchOffBy = async (runner: Runner, spend: SpendFactor) => {
    // lock order: the user before the session
    await lockUser(runner, userId)
    if (!(await holdSession(runner, bearer))) throw unauthorized()
    if ((await activeMethods(runner, userId)).length === 0) throw notConfigured()
    await spend(runner)
    // a passkey may have been both
    await keepingWayIn(runner, userId, deps, () => removeSecondFactor(runner, userId, told))
  }
  await use((spend) => deps.db.transaction((runner) => switchOffBy(runner, spend)))
}

/** For the event. */
type Told = Pick<Event, 'address' | 'aside' | 'detail' | 'actor' | 'reason'>

/** To be called in a transaction. @returns whether there was one */
export const removeSecondFactor = async (
  runner: Runner,
  userId: string,
  told: Told & { keptSession?: string },
): Promise<boolean> => {
  await cancelPending(runner, userId)
  const removed = await deleteSecondFactors(runner, userId)
  if (!removed.secondFactor) return false
  await tellPasskeys(runner, userId, removed.passkeys, told)
  await switchOff(runner, userId, told)
  return true
}

/**
 * For people who have lost it, to be called in a transaction: removes the second factor and every passkey. A usable
 * one would have spared them this, so its holder is somebody else.
 * @returns whether there was anything
 */
export const removeLostFactor = async (runner: Runner, userId: string, told: Told): Promise<boolean> => {
  const wasOn = await removeSecondFactor(runner, userId, told)
  await closeConsole(runner, userId, told.actor)
  const { length: count } = await deletePasskeys(runner, userId)
  if (count === 0) return wasOn
  await tellPasskeys(runner, userId, count, told)
  const { detail: _, aside: _aside, ...by } = told
  if (!wasOn) await endSessions(runner, userId, { ...by, why: 'passkey_removed' })
  return true
}

const tellPasskeys = async (
  runner: Runner,
  userId: string,
  count: number,
  { detail, ...told }: Told,
): Promise<void> => {
  if (count === 0) return
  await recordEvent(runner, { type: 'passkey.removed', userId, ...told, detail: { ...detail, count } })
}

/** Follows the removal of the last second factor. */
export const switchOff = async (
  runner: Runner,
  userId: string,
  { keptSession, ...told }: Told & { keptSession?: string },
): Promise<void> => {
  await cancelRemoval(runner, userId, told.actor)
  await deleteChallenges(runner, userId)
  // guesses at this factor do not block the next one
  await forgetSecondFactorAttempts(runner, userId)
  const { detail: _, aside: _aside, ...ended } = told
  await endSessions(runner, userId, { ...ended, why: 'two_factor_disabled' }, { but: keptSession })
  await recordEvent(runner, { type: 'two_factor.disabled', userId, ...told })
}
