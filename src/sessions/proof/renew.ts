import type { Limit } from '../../accounts/limits/rules.ts'
import { signInsOf } from '../../accounts/limits/sign-ins.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { isKnownAddress as isKnownPlace } from '../../accounts/users/queries/known-addresses.ts'
import { lockUser } from '../../accounts/users/queries/users.ts'
import { haveSecondStep } from '../../credentials/index.ts'
import { activeMethods } from '../../credentials/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { notConfigured, reauthenticationRequired, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../authenticate.ts'
import { holdSession } from '../queries/sessions.ts'
import { asTyped } from './check-code.ts'
import { type FactorAnswer, isGuessable, proveFactor } from './factors.ts'
import { renewByPassword } from './fresh-proof.ts'
import { renewFactorProof } from './queries.ts'
import type { SpendFactor } from './use-factor.ts'

export type Proof = { method: 'password'; password: string } | FactorAnswer

/**
 * Renews a session's proof of identity. A code proves the second factor, too, and a passkey that verifies its owner proves
 * both.
 * @throws 401 `invalid_credentials`, `wrong_code`, or `unauthorized` if the session has ended meanwhile, 400 `not_configured`
 *   for a code without a second factor, 403 `reauthentication_required` if only a new sign-in helps, 429
 */
export const renewIdentityProof = async (
  deps: Deps,
  bearer: Bearer,
  proof: Proof,
  client: Client,
): Promise<void> => {
  if (proof.method === 'password') return renewByPassword(deps, bearer, proof.password, client)
  const signIns = await signInsFor(deps, bearer, proof, client)
  const ceremony = { purpose: 'proof', of: bearer } as const
  const answer = isGuessable(proof) ? asTyped(proof.code, proof.method) : proof
  const { provesBoth, use } = await proveFactor(deps, answer, { ceremony }, client)
  await use(async (spend) => {
    // a passkey that was only touched counts like a code
    if (!provesBoth && !haveSecondStep(bearer.methods)) throw reauthenticationRequired([])
    await renew(deps, bearer, answer.method, async (runner) => {
      await takeAttempts({ ...deps, db: runner }, signIns)
      await spend(runner)
    })
  })
}

/**
 * Unguessable proofs count as sign-ins, because they may prove both factors.
 * @throws before a pointless guess
 */
const signInsFor = async (
  deps: Deps,
  { userId, methods }: Bearer,
  answer: FactorAnswer,
  client: Client,
): Promise<Limit[]> => {
  if (isGuessable(answer)) {
    if ((await activeMethods(deps.db, userId)).length === 0) throw notConfigured()
    // a code stands for both factors only if the session was opened with both, or where both were proven before
    if (!haveSecondStep(methods)) throw reauthenticationRequired([])
    return []
  }
  const isKnownAddress = await isKnownPlace(deps.db, userId, client.bucket)
  return signInsOf(deps.config, { userId, isKnownAddress }, { userId }, client)
}

const renew = (
  { db }: Deps,
  bearer: Bearer,
  method: FactorAnswer['method'],
  spend: SpendFactor,
): Promise<void> =>
  db.transaction(async (runner) => {
    // lock order: the user before factors and sessions
    await lockUser(runner, bearer.userId)
    // an ended session spends nothing
    if (!(await holdSession(runner, bearer))) throw unauthorized()
    await spend(runner)
    await renewFactorProof(runner, bearer, method)
  })
