import { activeMethods } from '../../credentials/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { reauthenticationRequired } from '../../platform/errors.ts'
import type { Bearer } from '../authenticate.ts'
import { isRecent, renewByPassword, requireRecentFirstFactor } from './fresh-proof.ts'

/**
 * Guards whatever changes how one signs in. Without a second factor, the person must have proven who they are within 15
 * minutes. With one, it must have been proven again within 15 minutes by `POST /auth/proof`: signing in is not enough,
 * or a token stolen right after a sign-in would be.
 *
 * @param password from the request's own body; checked whenever it is sent
 * @throws 403 `reauthentication_required`, 401 `invalid_credentials` for a wrong password, 429 after too many
 */
export const requireRecentProof = async (
  deps: Deps,
  bearer: Bearer,
  password: string | undefined,
  client: Client,
): Promise<void> => {
  const methods = await activeMethods(deps.db, bearer.userId)
  if (methods.length === 0) return requireRecentFirstFactor(deps, bearer, password, client)
  if (password !== undefined) await renewByPassword(deps, bearer, password, client)
  if (!isRecent(bearer.factorProvenSecondsAgo)) throw reauthenticationRequired(methods)
}
