import { isSuspect, type Maker, madeBy, type Suspicion } from '#accounts/users/queries/suspects.ts'
import { anyRow, firstRow, onlyRow, type Runner, run } from '#platform/db/db.ts'
import { sealingOf } from '#platform/db/seal-rows.ts'
import { ifGenuine, macOf } from '#platform/db/sealing.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'

/** `isWayIn` in SQL. */
const isWayInItself = sql`signs_in and is_discoverable
      and (not is_unattended or last_used_at is not null)`

/** Whether a user has one that opens the account by itself, as an SQL condition. */
export const hasSigningPasskey = (userId: Fragment): Fragment => sql`
  exists (
    select 1
    from passkeys
    where user_id = ${userId} and ${isWayInItself}
  )`

/**
 * Whether it opens the account by itself. One that was made while nobody was there may have been lost without anybody
 * noticing: its first use shows that it was kept.
 */
export const isWayIn = ({
  signsIn,
  isDiscoverable,
  isUnattended,
  lastUsedAt,
}: Pick<PasskeyRow, 'signsIn' | 'isDiscoverable' | 'isUnattended' | 'lastUsedAt'>): boolean =>
  signsIn && isDiscoverable && (!isUnattended || lastUsedAt !== null)

/** What a passkey is good for. */
export type PasskeyUse = { isWayIn: boolean; signsIn: boolean; isSecondFactor: boolean }

/** A subquery for that of each of a user's, in JSON. */
export const passkeyUsesOf = (userId: Fragment): Fragment => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('isWayIn', ${isWayInItself}, 'signsIn', signs_in, 'isSecondFactor', second_factor_since is not null)), '[]')
  from passkeys
  where user_id = ${userId})`

/** Whether a user has one that is asked for after a password, as an SQL condition. With `limit`, no table is hashed. */
export const hasGuardingPasskey = (userId: Fragment): Fragment =>
  sql`(select true from passkeys where user_id = ${userId} and second_factor_since is not null limit 1) is not null`

/** The same, for one from before a change that is not suspect. */
export const hadGuardingPasskey = (userId: Fragment, suspicion: Suspicion): Fragment => sql`
  exists (
    select 1
    from passkeys
    where user_id = ${userId} and second_factor_since < ${suspicion.changedAt}
      and not ${isSuspect(sql`created_at`, suspicion)}
  )`

/** Whether a user has one that proves both factors. */
export const hasSigner = (runner: Runner, userId: string): Promise<boolean> =>
  anyRow(runner, 'hasSigner')`select 1 from passkeys where user_id = ${userId} and signs_in limit 1`

/** Whether a user has one that proves anything. */
export const hasPasskey = (runner: Runner, userId: string): Promise<boolean> =>
  anyRow(runner, 'hasPasskey')`
    select 1 from passkeys where user_id = ${userId} and (signs_in or second_factor_since is not null) limit 1`

export type PasskeyRow = {
  id: string
  credentialId: Uint8Array
  name: string
  transports: string[]
  isBackedUp: boolean
  /** Whether it may prove both factors at once. */
  signsIn: boolean
  /** Whether a browser finds it without its id. */
  isDiscoverable: boolean
  /** Whether a browser made it by itself, while nobody was there. */
  isUnattended: boolean
  secondFactorSince: Date | null
  createdAt: Date
  lastUsedAt: Date | null
}

const columns = sql`
  id, credential_id as "credentialId", name, transports, is_backed_up as "isBackedUp", signs_in as "signsIn",
  is_discoverable as "isDiscoverable", is_unattended as "isUnattended", second_factor_since as "secondFactorSince",
  created_at as "createdAt", last_used_at as "lastUsedAt"`

/** A subquery for how many a user has. */
export const countOfPasskeys = (userId: Fragment): Fragment =>
  sql`(select count(*)::integer from passkeys where user_id = ${userId})`

/** Oldest first. @param but suspect ones */
export const listPasskeys = (runner: Runner, userId: string, but?: Suspicion): Promise<PasskeyRow[]> =>
  run(runner, 'listPasskeys')`
    select ${columns}
    from passkeys
    where user_id = ${userId} and ${but ? sql`not ${isSuspect(sql`created_at`, but)}` : sql`true`}
    order by created_at, id`

export type NewPasskey = {
  id: string
  credentialId: Uint8Array
  publicKey: Uint8Array
  algorithm: number
  signCount: number
  transports: string[]
  aaguid: string
  name: string
  isBackupEligible: boolean
  isBackedUp: boolean
  signsIn: boolean
  /** Whether a browser finds it without its id. */
  isDiscoverable: boolean
  /** Whether a browser made it by itself, while nobody was there. */
  isUnattended: boolean
  isSecondFactor: boolean
}

/** What an assertion is checked against. Each right has a MAC over it: without its own, a passkey doesn't have it. */
type Checked = Pick<NewPasskey, 'credentialId' | 'publicKey' | 'algorithm'>

export const passkeyValues = (userId: string, { credentialId, publicKey, algorithm }: Checked) => [
  userId,
  credentialId,
  publicKey,
  algorithm,
]

export const passkeySealing = sealingOf(sql`passkeys`, {
  kind: 'passkey',
  key: sql`user_id, credential_id`,
  values: sql`user_id, credential_id, public_key, algorithm`,
  set: (macOf) => sql`
    mac = ${macOf('passkey')},
    sign_in_mac = case when signs_in then ${macOf('passkey that signs in')}::bytea end,
    factor_mac = case when second_factor_since is not null then ${macOf('passkey as second factor')}::bytea end`,
})

/** @throws `UniqueViolation` if the account has it already */
export const insertPasskey = (
  runner: Runner,
  userId: string,
  passkey: NewPasskey,
  maker?: Maker,
): Promise<PasskeyRow> => {
  const { signsIn, isSecondFactor } = passkey
  const values = passkeyValues(userId, passkey)
  return onlyRow(runner, 'insertPasskey')`
    insert into passkeys (user_id, credential_id, id, public_key, algorithm, sign_count, transports, aaguid, name,
      is_backup_eligible, is_backed_up, signs_in, is_discoverable, is_unattended, session_id, session_opened_at,
      second_factor_since, mac, sign_in_mac, factor_mac)
    values (${userId}, ${passkey.credentialId}, ${passkey.id}, ${passkey.publicKey}, ${passkey.algorithm},
      ${passkey.signCount}, ${passkey.transports}::text[], ${passkey.aaguid}, ${passkey.name},
      ${passkey.isBackupEligible}, ${passkey.isBackedUp}, ${passkey.signsIn},
      ${passkey.isDiscoverable}, ${passkey.isUnattended}, ${madeBy(maker)}, case when ${isSecondFactor}::boolean then now() end,
      ${macOf(runner, 'passkey', values)}, ${signsIn ? macOf(runner, 'passkey that signs in', values) : null},
      ${isSecondFactor ? macOf(runner, 'passkey as second factor', values) : null})
    returning ${columns}`
}

/** Omitted fields stay. A planted one counts as missing. */
export const updatePasskey = async (
  runner: Runner,
  userId: string,
  { id, name, isSecondFactor }: { id: string; name: string | undefined; isSecondFactor: boolean | undefined },
): Promise<PasskeyRow | undefined> => {
  const since =
    isSecondFactor === undefined
      ? sql`second_factor_since`
      : isSecondFactor
        ? sql`least(second_factor_since, now())`
        : sql`null`
  const mac = isSecondFactor ? await factorMac(runner, userId, id) : null
  if (mac === undefined) return
  return firstRow(runner, 'updatePasskey')`
    update passkeys
    set name = coalesce(${name ?? null}, name), second_factor_since = ${since},
      factor_mac = ${isSecondFactor === undefined ? sql`factor_mac` : sql`${mac}`}
    where user_id = ${userId} and id = ${id}
    returning ${columns}`
}

const factorMac = async (runner: Runner, userId: string, id: string): Promise<Buffer | undefined> => {
  const row = await firstRow(runner, 'findChecked')<Checked & { mac: Uint8Array | null }>`
    select credential_id as "credentialId", public_key as "publicKey", algorithm, mac
    from passkeys
    where user_id = ${userId} and id = ${id}`
  const values = (checked: Checked) => passkeyValues(userId, checked)
  const genuine = ifGenuine(runner, 'passkey', row, values)
  return genuine && macOf(runner, 'passkey as second factor', values(genuine))
}

export const findPasskey = (runner: Runner, userId: string, id: string): Promise<PasskeyRow | undefined> =>
  firstRow(runner, 'findPasskey')`select ${columns} from passkeys where user_id = ${userId} and id = ${id}`

/** @returns whether it existed */
export const deletePasskey = (runner: Runner, userId: string, id: string): Promise<boolean> =>
  anyRow(runner, 'deletePasskey')`
    delete from passkeys where user_id = ${userId} and id = ${id} returning id`

/** All, or those of a second factor. @returns their names */
export const deletePasskeys = async (
  runner: Runner,
  userId: string,
  { onlySecondFactors = false }: { onlySecondFactors?: boolean } = {},
): Promise<string[]> => {
  const rows = await run(runner, 'deletePasskeys')<{ name: string }>`
    delete from passkeys
    where user_id = ${userId} and (not ${onlySecondFactors}::boolean or second_factor_since is not null)
    returning name`
  return rows.map(({ name }) => name)
}
