import type { PasskeyCreation } from '../../../contract/wire.ts'
import { changesOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { findAccount, findEpoch } from '../../accounts/users/queries.ts'
import { passkeyCreation } from '../../credentials/passkeys/options.ts'
import { listPasskeys } from '../../credentials/passkeys/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { tooManyPasskeys, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { requireRecentProof } from '../../sessions/proof/require-recent-proof.ts'

export const maxPasskeys = 20

/**
 * Starts to add a passkey. Nothing is stored: one that is not confirmed within five minutes never was.
 * @throws 403 `reauthentication_required`, 409 `too_many_passkeys`, 429
 */
export const beginPasskey = async (
  deps: Deps,
  bearer: Bearer,
  wanted: WantedPasskey,
  client: Client,
): Promise<PasskeyCreation> => {
  const begun = await offerPasskey(deps, bearer, wanted, client)
  await countPasskeyChange(deps, bearer)
  return begun
}

/** @throws 429 after too many in an hour */
export const countPasskeyChange = async (deps: Deps, { userId }: Bearer): Promise<void> => {
  await takeAttempts(deps, [changesOf(userId, 'passkey')])
}

type WantedPasskey = { asSecondFactor?: boolean | undefined }

/** The same without counting, for a page that other sites can open. @throws the same, but 429 */
export const offerPasskey = async (
  deps: Deps,
  bearer: Bearer,
  { asSecondFactor = false }: WantedPasskey,
  client: Client,
): Promise<PasskeyCreation> => {
  const { userId } = bearer
  // first: whatever ends all sessions from now on also ends this enrolment
  const epoch = await findEpoch(deps.db, userId)
  const account = await findAccount(deps.db, userId)
  if (epoch === undefined || !account) throw unauthorized()
  await requireRecentProof(deps, bearer, undefined, client)
  const present = await listPasskeys(deps.db, userId)
  if (present.length >= maxPasskeys) throw tooManyPasskeys()
  return passkeyCreation(deps, { of: bearer, epoch, email: account.email, asSecondFactor, present })
}
