import { matchingStep } from '../../crypto/otp.ts'
import { isSealedAnew, seal, unseal } from '../../crypto/seal.ts'
import { findTotp, spendStep } from '../queries.ts'
import type { Factor } from './factor.ts'

/** A one-time code of an authenticator app (RFC 6238). */
export const totp: Factor = {
  standsAlone: true,
  isActive: async (deps, userId) => (await findTotp(deps.db, userId)) !== undefined,
  accepts: async (deps, userId, code) => {
    const factor = await findTotp(deps.db, userId)
    if (!factor) return false
    const { sealedSecret } = factor
    const secret = unseal(deps.keys, sealedSecret, userId)
    if (!secret) {
      deps.log.error({ userId }, 'a second factor is sealed with a key that SECRET_KEY does not have')
      return false
    }
    const step = matchingStep(secret, code, deps.now())
    if (step === undefined) return false
    // sealed anew after a rotation, so that the old key can retire
    const resealed = isSealedAnew(deps.keys, sealedSecret) ? sealedSecret : seal(deps.keys, secret, userId)
    // RFC 6238 §5.2: a code is accepted once
    return (await spendStep(deps.db, { userId, sealedSecret, resealed, step })) !== undefined
  },
}
