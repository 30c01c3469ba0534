import { enrolmentFailures } from '#accounts/limits/guesses.ts'
import { forgetAttempts } from '#accounts/limits/queries/forget.ts'
import { refundedIfUndone } from '#accounts/limits/refunded-if-undone.ts'
import { enrolmentChangesOf } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import type { Maker } from '#accounts/users/queries/suspects.ts'
import type { Enrolment } from '#contract/wire.ts'
import { freshCodes } from '#credentials/backup-codes/fresh.ts'
import { checkEnrolment, readFirstCode } from '#credentials/totp/check-enrolment.ts'
import { enrol, firstAuthenticatorName } from '#credentials/totp/enrol.ts'
import { insertAuthenticator } from '#credentials/totp/queries/authenticators.ts'
import { spendEnrolment } from '#credentials/totp/queries/enrolments.ts'
import { noteSpentStep } from '#credentials/totp/spent-steps.ts'
import type { Client, Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { invalidChallenge, isRefusedAs, notStarted } from '#platform/errors.ts'
import type { SessionKind } from '#sessions/lifetimes.ts'
import { completeEnrolment, type Enrolled } from './complete.ts'
import { duringEnrolment, readEnrolling, takeEnrolling } from './enrolling.ts'

/** Starts to set up an authenticator app during a sign-in. @throws 401 `invalid_challenge`, 429 */
export const beginApp = (deps: Deps, challenge: string, client: Client): Promise<Enrolment> =>
  duringEnrolment(challenge, () => begin(deps, challenge, client))

const begin = async (deps: Deps, challenge: string, client: Client): Promise<Enrolment> => {
  const { key, epoch } = await readEnrolling(deps, challenge)
  const { userId } = key
  await takeAttempts(deps, [enrolmentChangesOf(userId, 'two-factor', client)])
  const beginning = enrol(deps, { of: key, epoch, name: firstAuthenticatorName })
  return beginning.catch((error) => {
    // ending all sessions in between has ended this sign-in
    throw isRefusedAs(error, 'unauthorized') ? invalidChallenge('challenge.overtaken') : error
  })
}

type Answer = { challenge: string; code: unknown }

/**
 * Confirms the app with its first code, and opens the session.
 * @throws 400 `invalid_code`, `not_started` or `wrong_code`, 401 `invalid_challenge`, 429
 */
export const confirmApp = (
  deps: Deps,
  answer: Answer,
  client: Client,
  kind: SessionKind = 'application',
): Promise<Enrolled> => duringEnrolment(answer.challenge, () => confirm(deps, answer, client, kind))

const confirm = async (
  deps: Deps,
  { challenge, code }: Answer,
  client: Client,
  kind: SessionKind,
): Promise<Enrolled> => {
  const firstCode = readFirstCode(code)
  const enrolling = await takeEnrolling(deps, challenge)
  const { key } = enrolling
  const { userId } = key
  const proven = await checkEnrolment(deps, key, firstCode)
  const store = async (runner: Runner, maker: Maker) => {
    if (!(await spendEnrolment(runner, key, proven.sealedSecret))) throw notStarted()
    await insertAuthenticator(runner, userId, proven, maker)
    await forgetAttempts(runner, enrolmentFailures(key))
  }
  const setUp = { method: 'totp', codes: freshCodes(deps, userId), kind, store } as const
  const enrolled = await refundedIfUndone(deps, [enrolmentFailures(key)], () =>
    completeEnrolment(deps, enrolling, setUp, client),
  )
  noteSpentStep(proven.secret, proven.step)
  return enrolled
}
