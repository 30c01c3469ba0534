import { cameFrom } from '#accounts/events/came-from.ts'
import { recordEvent } from '#accounts/events/record.ts'
import type { Maker } from '#accounts/users/queries/suspects.ts'
import { authenticatorName } from '#credentials/passkeys/authenticator-names.ts'
import type { ProvenPasskey } from '#credentials/passkeys/check-attestation.ts'
import { spendPasskeyChallenge } from '#credentials/passkeys/queries/challenges.ts'
import {
  insertPasskey,
  listPasskeys,
  type NewPasskey,
  type PasskeyRow,
} from '#credentials/passkeys/queries/passkeys.ts'
import { deleteDevices } from '#credentials/trusted-devices/queries.ts'
import type { Client } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { UniqueViolation } from '#platform/db/failures.ts'
import { notStarted, passkeyKnown, tooManyPasskeys } from '#platform/errors.ts'
import { maxPasskeys } from './begin.ts'

export type NamedPasskey = ProvenPasskey & { name: string }

/** `suggested`: for an authenticator that does not say what it is. */
export type Naming = { name?: string | undefined; suggested?: string | undefined }

/** Until its owner chooses another. */
export const passkeyName = (
  { isSecondFactor, aaguid }: Pick<NewPasskey, 'isSecondFactor' | 'aaguid'>,
  { name, suggested }: Naming,
): string => name ?? authenticatorName(aaguid) ?? suggested ?? (isSecondFactor ? 'Security key' : 'Passkey')

/**
 * Writes a new passkey, to be called under the lock of its user.
 * @throws 400 `not_started` if its challenge was answered before, 409 `too_many_passkeys`, or what `refuseKnown` reads
 */
export const storePasskey = async (
  runner: Runner,
  { userId, ...maker }: { userId: string } & Maker,
  { passkey, challenge, name }: NamedPasskey,
  client: Client,
): Promise<PasskeyRow> => {
  if (!(await spendPasskeyChallenge(runner, userId, challenge))) throw notStarted()
  if ((await listPasskeys(runner, userId)).length >= maxPasskeys) throw tooManyPasskeys()
  const row = await insertPasskey(runner, userId, { ...passkey, name }, maker)
  if (passkey.isSecondFactor) await deleteDevices(runner, userId)
  await recordEvent(runner, {
    type: 'passkey.added',
    userId,
    sessionId: maker.sessionId,
    ...cameFrom(client),
    detail: { id: row.id },
  })
  return row
}

/** After its transaction. @throws 409 `passkey_known` if the account has it already */
export const refuseKnown = (error: unknown): never => {
  throw error instanceof UniqueViolation ? passkeyKnown() : error
}
