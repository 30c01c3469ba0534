import { changesOf } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import type { Maker } from '#accounts/users/queries/suspects.ts'
import type { ChangedPasskey } from '#contract/wire.ts'
import { type FreshCodes, freshCodes } from '#credentials/backup-codes/fresh.ts'
import { findPasskey, updatePasskey } from '#credentials/passkeys/queries/passkeys.ts'
import { shownPasskey } from '#credentials/passkeys/shown.ts'
import { activeMethods } from '#credentials/queries.ts'
import { deleteDevices } from '#credentials/trusted-devices/queries.ts'
import type { Client, Deps } from '#deps.ts'
import { isId } from '#platform/crypto/id.ts'
import type { Runner } from '#platform/db/db.ts'
import { notFound, secondFactorOnly } from '#platform/errors.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { type Along, factorsOf, proveAlong, useInSession, withoutFactor } from '#sessions/proof/along.ts'
import { disableWithLastPasskey, enableByPasskey, proveResigning } from './guard.ts'

/** Omitted fields stay. */
type Change = {
  id: string
  name?: string | undefined
  asSecondFactor?: boolean | undefined
  along: Along
}

/**
 * Renames a passkey, or starts or stops asking for it after a password.
 * @throws 404, 400 `passkey_refused` for one that could do nothing else, 409 `second_factor_needed`, and for
 * `asSecondFactor` 403 `factor_required` or `reauthentication_required`, 401 `wrong_code` or `invalid_credentials`,
 * 429
 */
export const changePasskey = async (
  deps: Deps,
  bearer: Bearer,
  change: Change,
  client: Client,
): Promise<ChangedPasskey> => {
  if (!isId(change.id)) throw notFound()
  const { use, lacks } = await prove(deps, bearer, change, client)
  if (change.asSecondFactor !== undefined) await takeAttempts(deps, [changesOf(bearer.userId, 'passkey')])
  const codes = freshCodes(deps, bearer.userId)
  const work = { bearer, change, codes, lacks, client }
  return useInSession(deps, bearer, use, (runner, maker) => write(deps, runner, { ...work, maker }))
}

const prove = async (deps: Deps, bearer: Bearer, { id, asSecondFactor, along }: Change, client: Client) => {
  if (asSecondFactor === false) {
    const passkey = await findPasskey(deps.db, bearer.userId, id)
    // nothing to ask for: refused with any proof
    if (passkey && !passkey.signsIn) throw secondFactorOnly()
    return proveResigning(deps, bearer, { id, along }, client)
  }
  if (asSecondFactor === undefined && along.method === undefined) return { use: withoutFactor, lacks: [] }
  const isOn = (await activeMethods(deps.db, bearer.userId)).length > 0
  // the session will count as proven by it
  const asked = { factors: await factorsOf(deps, bearer.userId), only: isOn ? undefined : id }
  return { use: await proveAlong(deps, bearer, along, asked, client), lacks: [] }
}

type Work = {
  bearer: Bearer
  change: Change
  codes: FreshCodes
  lacks: readonly string[]
  maker: Maker
  client: Client
}

const write = async (
  deps: Deps,
  runner: Runner,
  { bearer, change: { id, name, asSecondFactor }, codes, lacks, maker, client }: Work,
): Promise<ChangedPasskey> => {
  const { userId } = bearer
  const before = await findPasskey(runner, userId, id)
  if (!before) throw notFound()
  const wasFactor = before.secondFactorSince !== null
  const isFirst =
    asSecondFactor && !wasFactor && (await enableByPasskey(runner, { userId, ...maker }, codes, client))
  const row = await updatePasskey(runner, userId, { id, name, isSecondFactor: asSecondFactor })
  if (!row) throw notFound()
  if ((row.secondFactorSince !== null) !== wasFactor) await deleteDevices(runner, userId)
  if (asSecondFactor === false && wasFactor)
    await disableWithLastPasskey(deps, runner, { bearer, lacks }, client)
  return { ...shownPasskey(row), ...(isFirst && { backup: codes.backup }) }
}
