import type { Event } from '../../accounts/events/events.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { forgetSecondFactorAttempts } from '../../accounts/limits/queries.ts'
import { deleteSecondFactors } from '../../credentials/delete.ts'
import { activeMethods } from '../../credentials/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { notConfigured } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { cancelPending } from '../../sessions/cancel-pending.ts'
import { deleteChallenges } from '../../sessions/challenges/queries.ts'
import { endSessions } from '../../sessions/end.ts'
import { checkCode, type FactorAnswer } from '../../sessions/proof/check-code.ts'
import { requireRecentFirstFactor } from '../../sessions/proof/fresh-proof.ts'

/**
 * Turns two-factor authentication off, for someone who proves both factors. Ends the other sessions.
 * @throws 400 `not_configured`, 403 `reauthentication_required`, 401 `wrong_code`, 429
 */
export const disableTwoFactor = async (
  deps: Deps,
  bearer: Bearer,
  { password, ...answer }: FactorAnswer & { password?: string | undefined },
  client: Client,
): Promise<void> => {
  const methods = await activeMethods(deps.db, bearer.userId)
  if (methods.length === 0) throw notConfigured()
  await requireRecentFirstFactor(deps, bearer, password, client, methods)
  await checkCode(deps, bearer.userId, answer, { client })
  const told = { keptSession: bearer.sessionId, address: client.address }
  await deps.db.transaction((runner) => removeSecondFactor(runner, bearer.userId, told))
}

/** For the event. */
type Told = Pick<Event, 'address' | 'detail' | 'actor'>

/** To be called in a transaction. @returns whether there was one */
export const removeSecondFactor = async (
  runner: Runner,
  userId: string,
  { keptSession, ...told }: Told & { keptSession?: string },
): Promise<boolean> => {
  await cancelPending(runner, userId)
  if (!(await deleteSecondFactors(runner, userId))) return false
  await deleteChallenges(runner, userId)
  // guesses at this factor do not block the next one
  await forgetSecondFactorAttempts(runner, userId)
  const { detail: _, ...ended } = told
  await endSessions(runner, userId, { reason: 'two_factor_disabled', ...ended }, { but: keptSession })
  await recordEvent(runner, { type: 'two_factor.disabled', userId, ...told })
  return true
}
