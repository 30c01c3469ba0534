import { signInsOf } from '../../accounts/limits/sign-ins.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { isKnownAddress as isKnownPlace } from '../../accounts/users/queries/known-addresses.ts'
import { lockUser } from '../../accounts/users/queries/users.ts'
import { haveFactor } from '../../credentials/index.ts'
import { activeMethods } from '../../credentials/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { notConfigured, reauthenticationRequired, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../authenticate.ts'
import { holdSession } from '../queries/sessions.ts'
import { type CodeAnswer, checkCode } from './check-code.ts'
import { renewByPassword } from './fresh-proof.ts'
import { type PasskeyAnswer, provePasskey } from './prove-passkey.ts'
import { renewFactorProof } from './queries.ts'
import type { SpendFactor } from './use-factor.ts'

/** A proof of the second factor. */
export type FactorAnswer = CodeAnswer | PasskeyAnswer

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
  if (proof.method === 'passkey') await proveAgain(deps, bearer, proof, client)
  else await proveByCode(deps, bearer, proof, client)
}

const proveAgain = async (deps: Deps, bearer: Bearer, { credential }: PasskeyAnswer, client: Client) => {
  const { userId } = bearer
  const isKnownAddress = await isKnownPlace(deps.db, userId, client.bucket)
  const signIns = signInsOf(deps.config, { userId, isKnownAddress }, { userId }, client)
  const { provesBoth, use } = await provePasskey(deps, credential, { purpose: 'proof', of: bearer }, client)
  await use(async (spend) => {
    // one that was only touched is worth what a code is
    if (!provesBoth && !haveFactor(bearer.methods)) throw reauthenticationRequired([])
    await renew(deps, bearer, async (runner) => {
      await takeAttempts({ ...deps, db: runner }, signIns)
      await spend(runner)
    })
  })
}

const proveByCode = async (deps: Deps, bearer: Bearer, answer: CodeAnswer, client: Client) => {
  const { userId } = bearer
  if ((await activeMethods(deps.db, userId)).length === 0) throw notConfigured()
  // a code stands for both factors only if the session was opened with both
  if (!haveFactor(bearer.methods)) throw reauthenticationRequired([])
  const use = await checkCode(deps, userId, answer, { client })
  await use((spend) => renew(deps, bearer, spend))
}

const renew = ({ db }: Deps, bearer: Bearer, spend: SpendFactor): Promise<void> =>
  db.transaction(async (runner) => {
    // lock order: the user before factors and sessions
    await lockUser(runner, bearer.userId)
    // once it has ended, nothing is spent
    if (!(await holdSession(runner, bearer))) throw unauthorized()
    await spend(runner)
    await renewFactorProof(runner, bearer)
  })
