import type { Client, Deps } from '../deps.ts'
import { reauthenticationRequired } from '../errors.ts'
import { findCredentialsOf } from '../users/queries.ts'
import type { Bearer } from './authenticate.ts'
import { provePassword } from './prove-password.ts'
import { renewProof } from './queries.ts'

const maxAgeSeconds = 15 * 60

/**
 * Lets through who proved lately who they are, so that a stolen access token alone changes nothing that guards the
 * account. The password proves it anew.
 *
 * @throws 403 `reauthentication_required`, 401 `invalid_credentials` for a wrong password, 429 after too many
 */
export const demandFreshProof = async (
  deps: Deps,
  { userId, sessionId, provenSecondsAgo }: Bearer,
  password: string | undefined,
  client: Client,
): Promise<void> => {
  if (provenSecondsAgo <= maxAgeSeconds) return
  const account = await findCredentialsOf(deps.db, userId, client.bucket)
  if (password === undefined) throw reauthenticationRequired(account?.phc ? ['password'] : [])
  await provePassword(deps, userId, account, password, client)
  await renewProof(deps.db, userId, sessionId)
}
