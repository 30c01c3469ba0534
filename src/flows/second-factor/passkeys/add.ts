import { findEpoch, lockUserAt } from '#accounts/users/queries/users.ts'
import type { AddedPasskey } from '#contract/wire.ts'
import { type FreshCodes, freshCodes } from '#credentials/backup-codes/fresh.ts'
import type { Attestation } from '#credentials/passkeys/answer.ts'
import { checkAttestation } from '#credentials/passkeys/check-attestation.ts'
import { shownPasskey } from '#credentials/passkeys/shown.ts'
import type { Client, Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { notStarted, unauthorized } from '#platform/errors.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { holdSession } from '#sessions/queries/sessions.ts'
import { enableByPasskey } from './guard.ts'
import { type NamedPasskey, type Naming, passkeyName, refuseKnown, storePasskey } from './store.ts'

/**
 * Adds a new passkey. The first second factor turns two-factor authentication on.
 * @throws 400 `not_started` or `passkey_refused`, 409 `passkey_known` or `too_many_passkeys`
 */
export const addPasskey = async (
  deps: Deps,
  bearer: Bearer,
  { credential, ...naming }: { credential: Attestation } & Naming,
  client: Client,
): Promise<AddedPasskey> => {
  const epoch = await findEpoch(deps.db, bearer.userId)
  if (epoch === undefined) throw unauthorized()
  const proven = await checkAttestation(deps, credential, { ...bearer, epoch })
  const named = { ...proven, epoch, name: passkeyName(proven.passkey, naming) }
  const codes = freshCodes(deps, bearer.userId)
  const added = deps.db.transaction((runner) => add(runner, bearer, named, codes, client))
  return added.catch(refuseKnown)
}

const add = async (
  runner: Runner,
  bearer: Bearer,
  { epoch, ...proven }: NamedPasskey & { epoch: number },
  codes: FreshCodes,
  client: Client,
): Promise<AddedPasskey> => {
  const { userId } = bearer
  // serialises simultaneous additions
  if (!(await lockUserAt(runner, userId, epoch))) throw notStarted()
  const maker = await holdSession(runner, bearer)
  if (!maker) throw unauthorized()
  const of = { userId, ...maker }
  const isFirst = proven.passkey.isSecondFactor && (await enableByPasskey(runner, of, codes, client))
  const row = await storePasskey(runner, of, proven, client)
  return { passkey: shownPasskey(row), ...(isFirst && { backup: codes.backup }) }
}
