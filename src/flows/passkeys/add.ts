import type { AddedPasskey } from '../../../contract/wire.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { findEpoch, lockUserAt } from '../../accounts/users/queries.ts'
import { type FreshCodes, freshCodes } from '../../credentials/backup-codes/fresh.ts'
import type { Attestation } from '../../credentials/passkeys/answer.ts'
import { spendPasskeyChallenge } from '../../credentials/passkeys/challenges/queries.ts'
import { checkAttestation, type ProvenPasskey } from '../../credentials/passkeys/check-attestation.ts'
import { insertPasskey, listPasskeys } from '../../credentials/passkeys/queries.ts'
import { shownPasskey } from '../../credentials/passkeys/shown.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { UniqueViolation } from '../../platform/db/failures.ts'
import { notStarted, passkeyKnown, tooManyPasskeys, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { holdSession } from '../../sessions/queries.ts'
import { maxPasskeys } from './begin.ts'
import { becomeGuard } from './guard.ts'

/** Until its owner chooses another. */
const nameOf = (isSecondFactor: boolean) => (isSecondFactor ? 'Security key' : 'Passkey')

/**
 * Adds a new passkey. The first second factor turns two-factor authentication on.
 * @throws 400 `not_started` or `passkey_refused`, 409 `passkey_known` or `too_many_passkeys`
 */
export const addPasskey = async (
  deps: Deps,
  bearer: Bearer,
  { credential, name }: { credential: Attestation; name?: string | undefined },
  client: Client,
): Promise<AddedPasskey> => {
  const epoch = await findEpoch(deps.db, bearer.userId)
  if (epoch === undefined) throw unauthorized()
  const proven = await checkAttestation(deps, credential, { ...bearer, epoch })
  const named = { ...proven, epoch, name: name ?? nameOf(proven.passkey.isSecondFactor) }
  const codes = freshCodes(deps, bearer.userId)
  const added = deps.db.transaction((runner) => add(runner, bearer, named, codes, client))
  return added.catch((error) => {
    throw error instanceof UniqueViolation ? passkeyKnown() : error
  })
}

const add = async (
  runner: Runner,
  bearer: Bearer,
  { passkey, challenge, name, epoch }: ProvenPasskey & { name: string; epoch: number },
  codes: FreshCodes,
  client: Client,
): Promise<AddedPasskey> => {
  const { userId, sessionId } = bearer
  // serialises simultaneous additions
  if (!(await lockUserAt(runner, userId, epoch))) throw notStarted()
  if (!(await holdSession(runner, bearer))) throw unauthorized()
  if (!(await spendPasskeyChallenge(runner, userId, challenge))) throw notStarted()
  if ((await listPasskeys(runner, userId)).length >= maxPasskeys) throw tooManyPasskeys()
  const isFirst = passkey.isSecondFactor && (await becomeGuard(runner, bearer, codes, client))
  const row = await insertPasskey(runner, userId, { ...passkey, name })
  const { address } = client
  await recordEvent(runner, { type: 'passkey.added', userId, sessionId, address, detail: { id: row.id } })
  return { passkey: shownPasskey(row), ...(isFirst && { backup: codes.backup }) }
}
