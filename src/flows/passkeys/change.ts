import type { ChangedPasskey } from '../../../contract/wire.ts'
import { changesOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { lockUser } from '../../accounts/users/queries.ts'
import { type FreshCodes, freshCodes } from '../../credentials/backup-codes/fresh.ts'
import { findPasskey, updatePasskey } from '../../credentials/passkeys/queries.ts'
import { shownPasskey } from '../../credentials/passkeys/shown.ts'
import type { Client, Deps } from '../../deps.ts'
import { isId } from '../../platform/crypto/id.ts'
import type { Runner } from '../../platform/db/db.ts'
import { notFound, secondFactorOnly, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { requireRecentProof } from '../../sessions/proof/require-recent-proof.ts'
import { holdSession } from '../../sessions/queries.ts'
import { becomeGuard, resignGuard } from './guard.ts'

/** What is left out stays. */
type Change = { id: string; name?: string | undefined; asSecondFactor?: boolean | undefined }

/**
 * Renames a passkey, or has it asked for after a password, or no longer.
 * @throws 404, 400 `passkey_refused` for one that could do nothing else, 409 `second_factor_needed`, for `asSecondFactor` 403 `reauthentication_required` and 429
 */
export const changePasskey = async (
  deps: Deps,
  bearer: Bearer,
  change: Change,
  client: Client,
): Promise<ChangedPasskey> => {
  if (!isId(change.id)) throw notFound()
  if (change.asSecondFactor !== undefined) {
    await requireRecentProof(deps, bearer, undefined, client)
    await takeAttempts(deps, [changesOf(bearer.userId, 'passkey')])
  }
  const codes = freshCodes(deps, bearer.userId)
  return deps.db.transaction((runner) => write(deps, runner, { bearer, change, codes, client }))
}

type Work = { bearer: Bearer; change: Change; codes: FreshCodes; client: Client }

const write = async (
  deps: Deps,
  runner: Runner,
  { bearer, change: { id, name, asSecondFactor }, codes, client }: Work,
): Promise<ChangedPasskey> => {
  const { userId } = bearer
  await lockUser(runner, userId)
  const maker = await holdSession(runner, bearer)
  if (!maker) throw unauthorized()
  const before = await findPasskey(runner, userId, id)
  if (!before) throw notFound()
  const wasFactor = before.secondFactorSince !== null
  if (asSecondFactor === false && !before.signsIn) throw secondFactorOnly()
  const isFirst =
    asSecondFactor && !wasFactor && (await becomeGuard(runner, { userId, ...maker }, codes, client))
  const row = await updatePasskey(runner, userId, { id, name, isSecondFactor: asSecondFactor })
  if (!row) throw notFound()
  if (asSecondFactor === false && wasFactor) await resignGuard(deps, runner, bearer, client)
  return { ...shownPasskey(row), ...(isFirst && { backup: codes.backup }) }
}
