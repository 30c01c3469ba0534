import { hasPasskey } from '../../credentials/passkeys/queries/passkeys.ts'
import { relyingPartyOf } from '../../credentials/passkeys/relying-party.ts'
import { findPasswordAccount } from '../../credentials/password/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { isWithin } from '../../platform/db/clock.ts'
import { reauthenticationRequired, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../authenticate.ts'
import { provePassword } from './prove-password.ts'
import { renewProof } from './queries.ts'

const maxAgeSeconds = 15 * 60

export const isRecent = (secondsAgo: number | null): boolean =>
  secondsAgo !== null && isWithin(secondsAgo, maxAgeSeconds)

/**
 * Requires a first factor proven within 15 minutes, so that a stolen access token alone changes nothing
 * important. A password in the request is always checked, and renews the proof.
 * @param alsoRenews other methods, for the refusal
 * @throws 403 `reauthentication_required`, 401 `invalid_credentials`, 429
 */
export const requireRecentFirstFactor = async (
  deps: Deps,
  bearer: Bearer,
  password: string | undefined,
  client: Client,
  alsoRenews: readonly string[] = [],
): Promise<void> => {
  if (password !== undefined) return renewByPassword(deps, bearer, password, client)
  if (isRecent(bearer.provenSecondsAgo)) return
  const account = await findPasswordAccount(deps.db, bearer, client.bucket)
  const methods = [...(account?.phc ? ['password'] : []), ...alsoRenews]
  throw reauthenticationRequired(await withPasskey(deps, bearer.userId, methods))
}

/** A passkey that verifies its owner renews any proof. */
export const withPasskey = async (
  deps: Deps,
  userId: string,
  methods: readonly string[],
): Promise<string[]> => {
  const canSign = relyingPartyOf(deps.config) && (await hasPasskey(deps.db, userId))
  return [...new Set([...methods, ...(canSign ? ['passkey'] : [])])]
}

/** @throws 401 `invalid_credentials`, or `unauthorized` if the session has ended meanwhile, 429 */
export const renewByPassword = async (
  deps: Deps,
  bearer: Bearer,
  password: string,
  client: Client,
): Promise<void> => {
  const account = await findPasswordAccount(deps.db, bearer, client.bucket)
  await provePassword(deps, bearer.userId, account, password, client)
  if (!(await renewProof(deps.db, bearer))) throw unauthorized()
}
