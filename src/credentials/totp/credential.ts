import type { Deps } from '../../deps.ts'
import { matchingStep } from '../../platform/crypto/otp.ts'
import { isSealedAnew, seal } from '../../platform/crypto/seal.ts'
import type { Runner } from '../../platform/db/db.ts'
import type { Checked, CodeFactor, SecondFactor } from '../credential.ts'
import {
  deleteAuthenticators,
  deleteAuthenticatorsSince,
  hadAuthenticator,
  hasAuthenticator,
  listTotpSecrets,
  spendStep,
  type TotpSecret,
} from './authenticators/queries.ts'
import { deleteEnrolment } from './enrolments/queries.ts'
import { openSecret } from './open-secret.ts'
import { noteSpentStep } from './spent-steps.ts'

/** Authenticator apps (RFC 6238), of which an account may have several. */
export const totp: CodeFactor & SecondFactor = {
  kind: 'totp',
  proves: 'second',
  standsAlone: true,
  isSetUp: hasAuthenticator,
  wasSetUp: hadAuthenticator,
  check: async (deps, userId, code) => {
    const matches: Match[] = []
    for (const app of await listTotpSecrets(deps.db, userId)) {
      const match = await matchOne(deps, userId, app, code)
      if (match) matches.push(match)
    }
    return matches.length > 0 ? (runner) => spendOne(deps, runner, userId, matches) : undefined
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

/** An app whose code it is, and of which step. */
type Match = TotpSecret & { secret: Buffer; step: number }

const matchOne = async (
  deps: Deps,
  userId: string,
  app: TotpSecret,
  code: string,
): Promise<Match | undefined> => {
  const { sealedSecret } = app
  const secret = await openSecret(deps, { what: 'authenticator', userId, sealedSecret })
  const step = secret && matchingStep(secret, code, deps.now())
  return secret && step !== undefined ? { ...app, secret, step } : undefined
}

/** RFC 6238 §5.2: a code is accepted once. */
const spendOne = async (
  { keys }: Deps,
  runner: Runner,
  userId: string,
  matches: readonly Match[],
): Promise<Checked> => {
  for (const { id, sealedSecret, secret, step } of matches) {
    // resealed after a rotation, so that the old key can retire
    const resealed = isSealedAnew(keys, sealedSecret) ? sealedSecret : seal(keys, secret, userId)
    const isSpent = await spendStep(runner, { userId, id, sealedSecret, resealed, step })
    if (isSpent && noteSpentStep(secret, step)) return 'accepted'
  }
  return 'spent'
}
