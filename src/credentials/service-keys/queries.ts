import type { OpaqueKey } from '../../platform/crypto/opaque-tokens.ts'
import { batched } from '../../platform/db/batched.ts'
import { elsewhere, firstRow, onlyRow, type Runner, run } from '../../platform/db/db.ts'
import { byteas, uuids } from '../../platform/db/lists.ts'
import { sealingOf } from '../../platform/db/seal-rows.ts'
import { isGenuine, macOf } from '../../platform/db/sealing.ts'
import { type Fragment, query, sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import type { KeyScope } from './scopes.ts'

export type NewServiceKey = PresentedKey & {
  name: string
  scopes: readonly KeyScope[]
  networks: readonly string[]
  days: number
  quota: Quota
}

/** How many changes a key may make to accounts. */
export type Quota = { actsPerHour: number; removalsPerDay: number }

export const usualQuota: Quota = { actsPerHour: 60, removalsPerDay: 5 }

const valuesOf = (
  { id, digest }: PresentedKey,
  { scopes, networks }: Pick<StoredKey, 'scopes' | 'networks'>,
) => [id, digest, scopes, networks]

const scopesText = sql`array_to_string(scopes, ' ')`
const networksText = sql`nullif(array_to_string(networks, ','), '')`

export const serviceKeySealing = sealingOf(sql`service_keys`, {
  kind: 'service key',
  of: sql`id`,
  values: sql`id, digest, ${scopesText}, ${networksText}`,
})

/** Ends after a year at most. */
export const insertServiceKey = (runner: Runner, key: NewServiceKey): Promise<{ expiresAt: Date }> => {
  const texts = { scopes: key.scopes.join(' '), networks: key.networks.join() || null }
  return onlyRow(elsewhere(runner), 'insertServiceKey')`
    insert into service_keys (id, digest, name, scopes, networks, acts_per_hour, removals_per_day, mac, expires_at)
    values (${key.id}, ${key.digest}, ${key.name}, ${key.scopes}::text[], ${key.networks}::text[],
      ${key.quota.actsPerHour}, ${key.quota.removalsPerDay}, ${macOf(runner, 'service key', valuesOf(key, texts))},
      least(now() + make_interval(days => ${key.days}::integer), now() + interval '1 year'))
    returning expires_at as "expiresAt"`
}

/** What a key is looked up by. */
export type PresentedKey = OpaqueKey<'id'>

/** Its stored columns. */
export type StoredKey = {
  fault: 'wrong' | 'revoked' | 'expired' | null
  /** With spaces. */
  scopes: string
  /** With commas; null for everywhere. */
  networks: string | null
  /** Whether a minute has passed since its use was last noted. */
  isKeyUnnoted: boolean
  keyMac: Uint8Array | null
}

/** Whether a holder of the key created it, for these scopes and networks. */
export const isGenuineKey = (runner: Runner, key: PresentedKey, found: StoredKey): boolean =>
  isGenuine(runner, 'service key', valuesOf(key, found), found.keyMac)

/** Columns of a table of what is `asked`: `key_id` and `key_digest`. */
export const keyLists = (keys: readonly PresentedKey[]): Fragment => sql`
  ${uuids(keys.map(({ id }) => id))}, ${byteas(keys.map(({ digest }) => digest))}`

/** The same columns of one key. */
export const keyColumns = ({ id, digest }: PresentedKey): Fragment =>
  sql`${id}::uuid as key_id, ${digest}::bytea as key_digest`

export const isWrongKey = sql`service_keys.digest <> asked.key_digest`

export const storedKey = sql`
  case
    when ${isWrongKey} then 'wrong'
    when revoked_at is not null then 'revoked'
    when expires_at <= now() then 'expired'
  end as fault,
  ${scopesText} as scopes, ${networksText} as networks, service_keys.mac as "keyMac",
  coalesce(service_keys.last_used_at < now() - interval '1 minute', true) as "isKeyUnnoted"`

export const joinStoredKey = sql`join service_keys on service_keys.id = asked.key_id`

/** Queried each time, so that a revoked key ends at once in every process. */
export const findServiceKey = batched<PresentedKey, StoredKey>(
  (keys) => query('findServiceKey')`
    select asked.n::integer, ${storedKey}
    from unnest(${keyLists(keys)}) with ordinality as asked (key_id, key_digest, n)
    ${joinStoredKey}`,
)

/** @returns undefined if there is no such key */
export const findQuota = (runner: Runner, id: string): Promise<Quota | undefined> =>
  firstRow(runner, 'findQuota')`
    select acts_per_hour as "actsPerHour", removals_per_day as "removalsPerDay" from service_keys where id = ${id}`

/** Skips a locked row. @returns the days that the key has left, at its first use of a day */
export const noteKeyUse = async (runner: Runner, id: string): Promise<number | undefined> => {
  const row = await firstRow(elsewhere(runner), 'noteKeyUse')<{ daysLeft: number; isFirstOfDay: boolean }>`
    with used as (
      select id, last_used_at
      from service_keys
      where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')
      for no key update skip locked
    )
    update service_keys
    set last_used_at = now()
    from used
    where service_keys.id = used.id
    returning floor(extract(epoch from expires_at - now()) / 86400)::integer as "daysLeft",
      used.last_used_at is null or used.last_used_at < date_trunc('day', now()) as "isFirstOfDay"`
  return row?.isFirstOfDay ? row.daysLeft : undefined
}

export type ListedKey = {
  id: string
  name: string
  scopes: KeyScope[]
  networks: string[]
  actsPerHour: number
  removalsPerDay: number
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
  isExpired: boolean
}

/** The newest first. */
export const listServiceKeys = (runner: Runner): Promise<ListedKey[]> =>
  run(runner, 'listServiceKeys')`
    select id, name, scopes, networks, acts_per_hour as "actsPerHour", removals_per_day as "removalsPerDay",
      created_at as "createdAt", expires_at as "expiresAt",
      last_used_at as "lastUsedAt", revoked_at as "revokedAt", expires_at <= now() as "isExpired"
    from service_keys
    order by created_at desc, id desc`

/** Without its MAC, nobody can revive it. @returns its name. Undefined if there is no such key, or it is revoked */
export const markRevoked = async (runner: Runner, id: string): Promise<string | undefined> => {
  const row = await firstRow(elsewhere(runner), 'markRevoked')<{ name: string }>`
    update service_keys
    set revoked_at = now(), mac = ''
    where id = ${id} and revoked_at is null
    returning name`
  return row?.name
}

/** They are listed for a while after they have expired. */
export const sweepServiceKeys = sweepOf(sql`service_keys`, {
  key: sql`id`,
  when: sql`expires_at`,
  before: sql`now() - interval '90 days'`,
})
