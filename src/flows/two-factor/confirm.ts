import type { BackupCodes } from '../../../contract/wire.ts'
import { insertEvent, recorded } from '../../accounts/events/queries.ts'
import { enrolmentFailures } from '../../accounts/limits/guesses.ts'
import { forgetAttempts } from '../../accounts/limits/queries.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { raiseEpoch } from '../../accounts/users/queries.ts'
import { replaceBackupCodes } from '../../credentials/backup-codes/queries.ts'
import { openSecret } from '../../credentials/totp/open-secret.ts'
import { activate, findEnrolment } from '../../credentials/totp/queries.ts'
import { noteSpentStep } from '../../credentials/totp/spent-steps.ts'
import type { Client, Deps } from '../../deps.ts'
import { backupCodeDigest, newBackupCodes } from '../../platform/crypto/backup-code.ts'
import { matchingStep } from '../../platform/crypto/otp.ts'
import { first, type Runner } from '../../platform/db/db.ts'
import {
  alreadyConfigured,
  invalidCode,
  notStarted,
  unauthorized,
  wrongConfirmationCode,
} from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { addMethod, deleteSessions } from '../../sessions/queries.ts'

/**
 * Switches two-factor on with a first code from the app. Ends the user's other sessions and sign-ins under way, which
 * were opened with one factor.
 *
 * @returns the backup codes, this once. @throws 400 in four ways, 429 after too many wrong codes
 */
export const confirmEnrolment = async (
  deps: Deps,
  bearer: Bearer,
  code: unknown,
  client: Client,
): Promise<BackupCodes> => {
  // typeof first: a regular expression turns ["123456"] into text and likes it
  if (typeof code !== 'string' || !/^[0-9]{6}$/.test(code)) throw invalidCode()
  const { userId } = bearer
  const enrolment = await findEnrolment(deps.db, userId)
  if (enrolment?.isConfigured) throw alreadyConfigured()
  const sealedSecret = enrolment?.sealedSecret
  if (!sealedSecret) throw notStarted()
  await takeAttempts(deps, [enrolmentFailures(userId)])
  const secret = await openSecret(deps, { what: 'enrolment', userId, sealedSecret })
  if (!secret) throw notStarted()
  const step = matchingStep(secret, code, deps.now())
  if (step === undefined) throw wrongConfirmationCode()

  const backup = newBackupCodes()
  const digests = backup.map((backupCode) => backupCodeDigest(deps.keys[0], userId, backupCode))
  await deps.db.transaction(async (runner) => {
    // first: it waits for sign-ins that are just opening a session, and lets none open later
    await runner.run(raiseEpoch(userId))
    if (!(await activate(runner, { userId, sealedSecret, step }))) throw await whyNot(runner, userId)
    await replaceBackupCodes(runner, userId, digests)
    await runner.run(recorded(deleteSessions(userId, bearer.sessionId), ended(client)))
    if (!(await first(runner, addMethod(userId, bearer.sessionId, 'totp')))) throw unauthorized()
    await runner.run(
      insertEvent({
        type: 'two_factor.enabled',
        userId,
        sessionId: bearer.sessionId,
        address: client.address,
      }),
    )
    await runner.run(forgetAttempts(enrolmentFailures(userId)))
  })
  noteSpentStep(secret, step)
  return { backup }
}

const whyNot = async (runner: Runner, userId: string) =>
  (await findEnrolment(runner, userId))?.isConfigured ? alreadyConfigured() : notStarted()

const ended = (client: Client) =>
  ({ type: 'session.ended', address: client.address, detail: { reason: 'two_factor_enabled' } }) as const
