import type { BackupCodes } from '#contract/wire.ts'
import { enrolmentFailures } from '../../accounts/limits/guesses.ts'
import { forgetAttempts } from '../../accounts/limits/queries/forget.ts'
import { refundedIfUndone } from '../../accounts/limits/refunded-if-undone.ts'
import { lockUser } from '../../accounts/users/queries/users.ts'
import { type FreshCodes, freshCodes } from '../../credentials/backup-codes/fresh.ts'
import { activeMethods } from '../../credentials/queries.ts'
import { checkEnrolment, type Proven, readFirstCode } from '../../credentials/totp/check-enrolment.ts'
import { insertAuthenticator } from '../../credentials/totp/queries/authenticators.ts'
import { spendEnrolment } from '../../credentials/totp/queries/enrolments.ts'
import { noteSpentStep } from '../../credentials/totp/spent-steps.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { alreadyConfigured, isRefusedAs, notStarted, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { cancelPending } from '../../sessions/cancel-pending.ts'
import { holdSession } from '../../sessions/queries/sessions.ts'
import { switchOn } from './switch-on.ts'

/**
 * Turns two-factor authentication on with a first code. Ends the other sessions and sign-ins in progress,
 * which have one factor.
 * @returns the backup codes, only once
 * @throws 400 in four ways, 429 after too many wrong codes
 */
export const confirmEnrolment = async (
  deps: Deps,
  bearer: Bearer,
  typed: string,
  client: Client,
): Promise<BackupCodes> => {
  const { userId } = bearer
  const isOn = async (runner: Runner) => (await activeMethods(runner, userId)).length > 0
  const code = readFirstCode(typed)
  if (await isOn(deps.db)) throw alreadyConfigured()
  const proven = await checkEnrolment(deps, bearer, code).catch(async (error) => {
    // it was confirmed in between
    throw isRefusedAs(error, 'not_started') && (await isOn(deps.db)) ? alreadyConfigured() : error
  })
  const codes = freshCodes(deps, userId)
  await refundedIfUndone(deps, [enrolmentFailures(bearer)], () =>
    deps.db.transaction(async (runner) => {
      // first: waits for sign-ins that are opening a session
      await lockUser(runner, userId)
      if (await isOn(runner)) throw alreadyConfigured()
      await add(runner, bearer, proven, codes, client)
    }),
  )
  noteSpentStep(proven.secret, proven.step)
  return { backup: codes.backup }
}

const add = async (runner: Runner, bearer: Bearer, proven: Proven, codes: FreshCodes, client: Client) => {
  const { userId } = bearer
  const maker = await holdSession(runner, bearer)
  if (!maker) throw unauthorized()
  if (!(await spendEnrolment(runner, bearer, proven.sealedSecret))) throw notStarted()
  // after its own setup is spent: cancels any other, and sign-ins in progress
  await cancelPending(runner, userId)
  await insertAuthenticator(runner, userId, proven, maker)
  await switchOn(runner, { userId, ...maker }, { method: 'totp', codes }, client)
  await forgetAttempts(runner, enrolmentFailures(bearer))
}
