import { enrolmentFailures } from '../../accounts/limits/guesses.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/crypto/id.ts'
import { isOtp, matchingStep } from '../../platform/crypto/otp.ts'
import { readTyped } from '../../platform/crypto/typed-code.ts'
import { invalidCode, notStarted, wrongConfirmationCode } from '../../platform/errors.ts'
import { openSecret } from './open-secret.ts'
import { type Enrolment, type EnrolmentKey, findEnrolment } from './queries/enrolments.ts'

/** An enrolment whose first code was right. */
export type Proven = Enrolment & { id: string; secret: Buffer; step: number }

/** @throws 400 unless it has six digits, however they are typed */
export const readFirstCode = (code: unknown): string => exactFirstCode(typedCode(code))

/** @throws 400 unless it is six digits and nothing else */
export const exactFirstCode = (code: unknown): string => {
  // typeof first, because a regular expression would accept ["123456"]
  if (typeof code !== 'string' || !isOtp(code)) throw invalidCode()
  return code
}

export const typedCode = (code: unknown): unknown => (typeof code === 'string' ? readTyped(code) : code)

/** Checks the first code of a new authenticator app, and writes nothing. @throws 400 in two ways, 429 after too many */
export const checkEnrolment = async (deps: Deps, key: EnrolmentKey, code: string): Promise<Proven> => {
  const { userId } = key
  const enrolment = await findEnrolment(deps.db, key)
  if (!enrolment) throw notStarted()
  await takeAttempts(deps, [enrolmentFailures(key)])
  const { sealedSecret } = enrolment
  const secret = await openSecret(deps, { what: 'enrolment', userId, sealedSecret })
  if (!secret) throw notStarted()
  const step = matchingStep(secret, code, deps.now())
  if (step === undefined) throw wrongConfirmationCode()
  return { ...enrolment, id: newId(deps.now()), secret, step }
}
