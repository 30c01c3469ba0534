import { activeMethods } from '../../credentials/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { reauthenticationRequired } from '../../platform/errors.ts'
import type { Bearer } from '../authenticate.ts'
import { isRecent, renewByPassword, requireRecentFirstFactor, withPasskey } from './fresh-proof.ts'

/**
 * Guards every change of how one signs in. Requires a proof of identity within 15 minutes: with a second factor, by
 * `POST /auth/proof`. A sign-in is not enough then, or a token stolen right after it would be.
 * @param password from the request, checked whenever it is sent
 * @throws 403 `reauthentication_required`, 401 `invalid_credentials`, 429
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
  return requireProofBy(deps, bearer, methods, client)
}

/** The same without a password, for an account whose second factors are known. */
export const requireProofBy = async (
  deps: Deps,
  bearer: Bearer,
  methods: string[],
  client: Client,
): Promise<void> => {
  if (methods.length === 0) return requireRecentFirstFactor(deps, bearer, undefined, client)
  if (!isRecent(bearer.factorProvenSecondsAgo))
    throw reauthenticationRequired(await withPasskey(deps, bearer.userId, methods))
}
