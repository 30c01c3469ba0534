import { enrolmentFailures } from '../../accounts/limits/guesses.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/crypto/id.ts'
import { matchingStep } from '../../platform/crypto/otp.ts'
import { invalidCode, notStarted, wrongConfirmationCode } from '../../platform/errors.ts'
import { type Enrolment, type EnrolmentKey, findEnrolment } from './enrolments/queries.ts'
import { openSecret } from './open-secret.ts'

/** An enrolment whose first code was right. */
export type Proven = Enrolment & { id: string; secret: Buffer; step: number }

/** @throws 400 unless it has six digits */
export const readFirstCode = (code: unknown): string => {
  // typeof first, because a regular expression would accept ["123456"]
  if (typeof code !== 'string' || !/^[0-9]{6}$/.test(code)) throw invalidCode()
  return code
}

/** Checks the first code of a new authenticator app, and writes nothing. @throws 400 in two ways, 429 after too many */
export const checkEnrolment = async (deps: Deps, key: EnrolmentKey, code: string): Promise<Proven> => {
  const { userId } = key
  const enrolment = await findEnrolment(deps.db, key)
  if (!enrolment) throw notStarted()
  await takeAttempts(deps, [enrolmentFailures(userId)])
  const { sealedSecret } = enrolment
  const secret = await openSecret(deps, { what: 'enrolment', userId, sealedSecret })
  if (!secret) throw notStarted()
  const step = matchingStep(secret, code, deps.now())
  if (step === undefined) throw wrongConfirmationCode()
  return { ...enrolment, id: newId(deps.now()), secret, step }
}
