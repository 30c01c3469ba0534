import { insertEvent, recorded } from '../../accounts/events/queries.ts'
import { forgetSecondFactorAttempts } from '../../accounts/limits/queries.ts'
import { raiseEpoch } from '../../accounts/users/queries.ts'
import { activeMethods } from '../../credentials/methods.ts'
import { deleteFactor } from '../../credentials/totp/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { notConfigured } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { checkCode, type FactorAnswer } from '../../sessions/proof/check-code.ts'
import { requireRecentFirstFactor } from '../../sessions/proof/fresh-proof.ts'
import { deleteSessions } from '../../sessions/queries.ts'
import { deleteRemains } from './queries.ts'

/**
 * Switches two-factor off, for who proves both factors. Ends the user's other sessions.
 *
 * @throws 400 `not_configured`, 403 `reauthentication_required`, 401 `wrong_code`, 429
 */
export const disableTwoFactor = async (
  deps: Deps,
  bearer: Bearer,
  { password, ...answer }: FactorAnswer & { password?: string | undefined },
  client: Client,
): Promise<void> => {
  const methods = await activeMethods(deps, bearer.userId)
  if (methods.length === 0) throw notConfigured()
  await requireRecentFirstFactor(deps, bearer, password, client, methods)
  await checkCode(deps, bearer.userId, answer, { client })
  const told = { keptSession: bearer.sessionId, address: client.address }
  await deps.db.transaction((runner) => removeSecondFactor(runner, bearer.userId, told))
}

/** Removes a second factor with all that belongs to it, in a transaction. @returns whether there was one */
export const removeSecondFactor = async (
  runner: Runner,
  userId: string,
  { keptSession, ...told }: { keptSession?: string; address?: string; detail?: Record<string, unknown> },
): Promise<boolean> => {
  await runner.run(raiseEpoch(userId))
  if (!(await deleteFactor(runner, userId))) return false
  await deleteRemains(runner, userId)
  // guesses at the factor that is gone do not shut the next one
  await runner.run(forgetSecondFactorAttempts(userId))
  const ended = { type: 'session.ended', ...told, detail: { reason: 'two_factor_disabled' } } as const
  await runner.run(recorded(deleteSessions(userId, keptSession), ended))
  await runner.run(insertEvent({ type: 'two_factor.disabled', userId, ...told }))
  return true
}
