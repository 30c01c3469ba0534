import { matchingStep } from '../../platform/crypto/otp.ts'
import { isSealedAnew, seal } from '../../platform/crypto/seal.ts'
import type { Factor } from '../factor.ts'
import { openSecret } from './open-secret.ts'
import { findTotp, spendStep } from './queries.ts'
import { noteSpentStep } from './spent-steps.ts'

/** A one-time code of an authenticator app (RFC 6238). */
export const totp: Factor = {
  standsAlone: true,
  isActive: async (deps, userId) => (await findTotp(deps.db, userId)) !== undefined,
  accepts: async (deps, userId, code) => {
    const factor = await findTotp(deps.db, userId)
    if (!factor) return false
    const { sealedSecret } = factor
    const secret = await openSecret(deps, { what: 'authenticator', userId, sealedSecret })
    if (!secret) return false
    const step = matchingStep(secret, code, deps.now())
    if (step === undefined) return false
    // sealed anew after a rotation, so that the old key can retire
    const resealed = isSealedAnew(deps.keys, sealedSecret) ? sealedSecret : seal(deps.keys, secret, userId)
    // RFC 6238 §5.2: a code is accepted once
    const spent = await spendStep(deps.db, { userId, sealedSecret, resealed, step })
    return spent !== undefined && noteSpentStep(secret, step)
  },
}
