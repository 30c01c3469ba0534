import { matchingStep } from '../../crypto/otp.ts'
import { unseal } from '../../crypto/seal.ts'
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
    const step = matchingStep(unseal(deps.keys, sealedSecret, userId), code, deps.now())
    if (step === undefined) return false
    // RFC 6238 §5.2: a code is accepted once
    return (await spendStep(deps.db, { userId, sealedSecret, step })) !== undefined
  },
}
