import type { Deps } from '../../deps.ts'
import { matchingStep } from '../../platform/crypto/otp.ts'
import { isSealedAnew, seal } from '../../platform/crypto/seal.ts'
import type { SecondFactor } from '../credential.ts'
import {
  deleteAuthenticators,
  deleteAuthenticatorsSince,
  hasAuthenticator,
  listTotpSecrets,
  spendStep,
  type TotpSecret,
} from './authenticators/queries.ts'
import { deleteEnrolment } from './enrolments/queries.ts'
import { openSecret } from './open-secret.ts'
import { noteSpentStep } from './spent-steps.ts'

/** Authenticator apps (RFC 6238), of which an account may have several. */
export const totp: SecondFactor = {
  kind: 'totp',
  proves: 'second',
  standsAlone: true,
  isSetUp: hasAuthenticator,
  accepts: async (deps, userId, code) => {
    for (const app of await listTotpSecrets(deps.db, userId))
      if (await isOf(deps, userId, app, code)) return true
    return false
  },
  deleteAll: async (runner, userId) => {
    await deleteEnrolment(runner, userId)
    return deleteAuthenticators(runner, userId)
  },
  deleteSince: async (runner, userId, since) => {
    await deleteEnrolment(runner, userId)
    return deleteAuthenticatorsSince(runner, userId, since)
  },
}

const isOf = async (
  deps: Deps,
  userId: string,
  { id, sealedSecret }: TotpSecret,
  code: string,
): Promise<boolean> => {
  const secret = await openSecret(deps, { what: 'authenticator', userId, sealedSecret })
  const step = secret && matchingStep(secret, code, deps.now())
  if (!secret || step === undefined) return false
  // resealed after a rotation, so that the old key can retire
  const resealed = isSealedAnew(deps.keys, sealedSecret) ? sealedSecret : seal(deps.keys, secret, userId)
  // RFC 6238 §5.2: a code is accepted once
  const isSpent = await spendStep(deps.db, { userId, id, sealedSecret, resealed, step })
  return isSpent && noteSpentStep(secret, step)
}
