import { type AccountState, accountState } from '#accounts/users/queries/users.ts'
import { firstRow, onlyRow, type Runner } from '#platform/db/db.ts'
import { isGenuine } from '#platform/db/sealing.ts'
import { sql } from '#platform/db/sql.ts'
import type { AnsweredChallenge } from '../challenge.ts'
import { spending } from './challenges.ts'
import { passkeyValues } from './passkeys.ts'

/** What an assertion is checked against, and the account that it would open. */
export type SigningKey = AccountState & {
  id: string
  credentialId: Uint8Array
  publicKey: Uint8Array
  algorithm: number
  isBackupEligible: boolean
  signsIn: boolean
  isSecondFactor: boolean
}

type Macs = { signInMac: Uint8Array | null; factorMac: Uint8Array | null }

/** It can do what a holder of the key has allowed, and no more. */
export const findSigningKey = async (
  runner: Runner,
  { userId, credentialId }: { userId: string; credentialId: Uint8Array },
  bucket: string,
): Promise<SigningKey | undefined> => {
  const row = await firstRow(runner, 'findSigningKey')<SigningKey & Macs>`
    select account.*, passkeys.id, credential_id as "credentialId", public_key as "publicKey", algorithm,
      is_backup_eligible as "isBackupEligible", signs_in as "signsIn",
      second_factor_since is not null as "isSecondFactor", sign_in_mac as "signInMac", factor_mac as "factorMac"
    from (${accountState(sql`${userId}`, bucket)}) as account
    join passkeys on passkeys.user_id = ${userId}
    where credential_id = ${credentialId}`
  if (!row) return
  const { signInMac, factorMac, ...key } = row
  const values = passkeyValues(userId, key)
  return {
    ...key,
    signsIn: key.signsIn && isGenuine(runner, 'passkey that signs in', values, signInMac),
    isSecondFactor: key.isSecondFactor && isGenuine(runner, 'passkey as second factor', values, factorMac),
  }
}

type Use = {
  userId: string
  credentialId: Uint8Array
  challenge: AnsweredChallenge
  signCount: number
  isBackupEligible: boolean
  isBackedUp: boolean
}

/**
 * The one statement that uses an assertion: it spends the challenge and advances the counter. A counter that does not
 * grow reveals a clone (WebAuthn §6.1.1); one that is always 0 means nothing.
 */
export const usePasskey = (
  runner: Runner,
  { userId, credentialId, challenge, signCount, isBackupEligible, isBackedUp }: Use,
): Promise<{ isFresh: boolean; isUsed: boolean; isThere: boolean }> =>
  onlyRow(runner, 'usePasskey')`
    with spent as (${spending(userId, challenge)}), used as (
      update passkeys
      set sign_count = ${signCount}, is_backup_eligible = ${isBackupEligible}, is_backed_up = ${isBackedUp},
        last_used_at = now()
      where user_id = ${userId} and credential_id = ${credentialId} and exists (select 1 from spent)
        and (sign_count = 0 or sign_count < ${signCount})
      returning id
    )
    select exists (select 1 from spent) as "isFresh", exists (select 1 from used) as "isUsed",
      exists (select 1 from passkeys where user_id = ${userId} and credential_id = ${credentialId}) as "isThere"`
