import { activeMethods, factorMethods } from '../../credentials/methods.ts'
import type { Client, Deps } from '../../deps.ts'
import { notConfigured, reauthenticationRequired } from '../../platform/errors.ts'
import type { Bearer } from '../authenticate.ts'
import { renewFactorProof } from '../queries.ts'
import { checkCode, type FactorAnswer } from './check-code.ts'
import { renewByPassword } from './fresh-proof.ts'

/** What somebody who is signed in proves again who they are with. */
export type Proof = { method: 'password'; password: string } | FactorAnswer

/**
 * Renews the proof of identity of a session. A code proves the second factor too, and is spent by it.
 *
 * @throws 401 `invalid_credentials` for a wrong password, 401 `wrong_code`, 400 `not_configured` for a code without a
 *   second factor, 403 `reauthentication_required` where only a new sign-in helps, 429 after too many
 */
export const renewIdentityProof = async (
  deps: Deps,
  bearer: Bearer,
  proof: Proof,
  client: Client,
): Promise<void> => {
  if (proof.method === 'password') return renewByPassword(deps, bearer, proof.password, client)
  const { userId, sessionId } = bearer
  if ((await activeMethods(deps, userId)).length === 0) throw notConfigured()
  // a code alone stands for both factors only where the session was opened with both
  if (!bearer.methods.some(isFactor)) throw reauthenticationRequired([])
  await checkCode(deps, userId, proof, { client })
  await renewFactorProof(deps.db, userId, sessionId)
}

const isFactor = (method: string) => factorMethods.some((factor) => factor === method)
