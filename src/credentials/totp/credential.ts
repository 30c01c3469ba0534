import type { Deps } from '../../deps.ts'
import { isOtp, matchingStep } from '../../platform/crypto/otp.ts'
import { isSealedAnew, seal } from '../../platform/crypto/seal.ts'
import { readTyped } from '../../platform/crypto/typed-code.ts'
import type { CodeFactor, CodeFault, SecondFactor, UnspentCode } from '../credential.ts'
import { openSecret } from './open-secret.ts'
import {
  deleteAuthenticators,
  deleteAuthenticatorsSince,
  hadAuthenticator,
  hasAuthenticator,
  listTotpSecrets,
  spendStep,
  type TotpSecret,
} from './queries/authenticators.ts'
import { deleteEnrolments } from './queries/enrolments.ts'
import { isSpentStep, noteSpentStep } from './spent-steps.ts'

/** Authenticator apps (RFC 6238), of which an account may have several. */
export const totp: CodeFactor & SecondFactor = {
  kind: 'totp',
  proves: 'second',
  amr: ['otp'],
  standsAlone: true,
  isSetUp: hasAuthenticator,
  wasSetUp: hadAuthenticator,
  looksLike: (code) => isOtp(readTyped(code)),
  check: async (deps, userId, code) => {
    let fault: CodeFault = 'wrong'
    for (const app of await listTotpSecrets(deps.db, userId)) {
      const checked = await checkOne(deps, userId, app, code)
      if (typeof checked === 'object') return checked
      if (checked === 'spent') fault = checked
    }
    return fault
  },
  deleteAll: async (runner, userId) => {
    await deleteEnrolments(runner, userId)
    return deleteAuthenticators(runner, userId)
  },
  deleteSince: async (runner, userId, since) => {
    await deleteEnrolments(runner, userId)
    return deleteAuthenticatorsSince(runner, userId, since)
  },
}

const checkOne = async (
  deps: Deps,
  userId: string,
  { id, sealedSecret, lastStep }: TotpSecret,
  code: string,
): Promise<UnspentCode | CodeFault> => {
  const secret = await openSecret(deps, { what: 'authenticator', userId, sealedSecret })
  const step = secret && matchingStep(secret, readTyped(code), deps.now())
  if (!secret || step === undefined) return 'wrong'
  // RFC 6238 §5.2: a code is accepted once
  if (step <= lastStep || isSpentStep(secret, step)) return 'spent'
  // resealed after a rotation, so that the old key can retire
  const resealed = isSealedAnew(deps.keys, sealedSecret) ? sealedSecret : seal(deps.keys, secret, userId)
  const spending = { userId, id, sealedSecret, resealed, step }
  return {
    spend: async (runner) => ((await spendStep(runner, spending)) ? undefined : 'spent'),
    noteSpent: () => noteSpentStep(secret, step),
  }
}
