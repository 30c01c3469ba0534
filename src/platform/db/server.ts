import { type Db, onlyRow, run } from './db.ts'
import { bytesOf } from './spreading/sizes.ts'

/** `schema`: where tables are looked up; null without rights on it. */
export type Server = {
  version: string
  versionNumber: number
  encoding: string
  at: Date
  schema: string | null
}

export const aboutServer = (db: Db): Promise<Server> =>
  onlyRow(db, 'aboutServer')`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::integer as "versionNumber",
      current_setting('server_encoding') as encoding, now() as at,
      current_schema() as schema`

/** Connections: how many we may have beside others', and how many we have. */
export type ConnectionUse = { room: number; others: number; ours: number }

/** The least of what the server, the role and the database allow. Everybody may see who owns a connection. */
export const connectionUse = (db: Db): Promise<ConnectionUse> =>
  onlyRow(db, 'connectionUse')`
    with used as (
      select count(*) filter (where not is_ours)::integer as others, count(*) filter (where is_ours)::integer as ours
      from (
        select usename = current_user and datname = current_database() and application_name like 'sallyport%' as is_ours
        from pg_stat_activity
        where usesysid is not null
      ) as connections
    )
    select others, ours, least(
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true)::integer, 0) - others,
      nullif(rolconnlimit, -1), nullif(datconnlimit, -1)
    ) as room
    from used
    join pg_roles on rolname = current_user
    join pg_database on datname = current_database()`

/** In bytes, with indexes, and on all servers; the largest first. */
export const tableSizes = (db: Db, tables: readonly string[]): Promise<{ name: string; bytes: number }[]> =>
  run(db, 'tableSizes')`
    select relname as name, ${bytesOf(db)} as bytes
    from pg_class
    where oid in (select to_regclass(name) from unnest(${tables}::text[]) as wanted (name))
    order by bytes desc`
