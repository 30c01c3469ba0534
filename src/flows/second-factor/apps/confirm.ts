import { cameFrom } from '#accounts/events/came-from.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { enrolmentFailures } from '#accounts/limits/guesses.ts'
import { forgetAttempts } from '#accounts/limits/queries/forget.ts'
import { refundedIfUndone } from '#accounts/limits/refunded-if-undone.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import type { Authenticator } from '#contract/wire.ts'
import { activeMethods } from '#credentials/queries.ts'
import { checkEnrolment, type Proven } from '#credentials/totp/check-enrolment.ts'
import {
  deleteAuthenticator,
  insertAuthenticator,
  lockAuthenticators,
} from '#credentials/totp/queries/authenticators.ts'
import { spendEnrolment } from '#credentials/totp/queries/enrolments.ts'
import { noteSpentStep } from '#credentials/totp/spent-steps.ts'
import { deleteDevices } from '#credentials/trusted-devices/queries.ts'
import type { Client, Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { notConfigured, notStarted, tooManyAuthenticators, unauthorized } from '#platform/errors.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { holdSession } from '#sessions/queries/sessions.ts'
import { maxAuthenticators } from './begin.ts'
import { shown } from './shown.ts'

/**
 * Adds the new authenticator app, or swaps it for the one it replaces.
 * @throws 400 `not_configured`, `not_started` or `wrong_code`, 409 `too_many_authenticators`, 429
 */
export const confirmAuthenticator = async (
  deps: Deps,
  bearer: Bearer,
  code: string,
  client: Client,
): Promise<Authenticator> => {
  const proven = await checkEnrolment(deps, bearer, code)
  const added = await refundedIfUndone(deps, [enrolmentFailures(bearer)], () =>
    deps.db.transaction((runner) => add(runner, bearer, proven, client)),
  )
  noteSpentStep(proven.secret, proven.step)
  return added
}

const add = async (
  runner: Runner,
  bearer: Bearer,
  proven: Proven,
  client: Client,
): Promise<Authenticator> => {
  const { userId, sessionId } = bearer
  // serialises simultaneous confirmations
  await lockUser(runner, userId)
  const maker = await holdSession(runner, bearer)
  if (!maker) throw unauthorized()
  if (!(await spendEnrolment(runner, bearer, proven.sealedSecret))) throw notStarted()
  const count = await lockAuthenticators(runner, userId)
  if (count === 0 && (await activeMethods(runner, userId)).length === 0) throw notConfigured()
  const { replaces } = proven
  const isReplaced = replaces !== null && (await deleteAuthenticator(runner, userId, replaces))
  if (replaces !== null && !isReplaced) throw notStarted()
  if (!isReplaced && count >= maxAuthenticators) throw tooManyAuthenticators()
  const { createdAt } = await insertAuthenticator(runner, userId, proven, maker)
  await deleteDevices(runner, userId)
  await forgetAttempts(runner, enrolmentFailures(bearer))
  const type = isReplaced ? 'authenticator.replaced' : 'authenticator.added'
  await recordEvent(runner, { type, userId, sessionId, ...cameFrom(client), detail: { id: proven.id } })
  return shown({ ...proven, createdAt })
}
