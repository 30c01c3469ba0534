import { type Db, onlyRow, run } from './db.ts'

/** `schema`: where tables are looked for; null without a right to it. */
export type Server = { version: string; versionNumber: number; at: Date; schema: string | null }

export const aboutServer = (db: Db): Promise<Server> =>
  onlyRow(db, 'aboutServer')`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::integer as "versionNumber", now() as at,
      current_schema() as schema`

/** Connections: how many there may be at most, how many others have, and how many ours. */
export type ConnectionUse = { most: number; others: number; ours: number }

/** The least of what the server, the role and the database allow. Whose a connection is, everybody may see. */
export const connectionUse = (db: Db): Promise<ConnectionUse> =>
  onlyRow(db, 'connectionUse')`
    select least(
        current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
          - coalesce(current_setting('reserved_connections', true)::integer, 0),
        nullif(rolconnlimit, -1), nullif(datconnlimit, -1)
      ) as most,
      count(*) filter (where not is_ours)::integer as others, count(*) filter (where is_ours)::integer as ours
    from pg_roles
    join pg_database on datname = current_database()
    cross join (
      select usename = current_user and application_name like 'sallyport%' and datname = current_database() as is_ours
      from pg_stat_activity
      where usesysid is not null
    ) as used
    where rolname = current_user
    group by rolconnlimit, datconnlimit`

/** In bytes, with indexes; the largest first. */
export const tableSizes = (db: Db, tables: readonly string[]): Promise<{ name: string; bytes: number }[]> =>
  run(db, 'tableSizes')`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes
    from pg_class
    where oid in (select to_regclass(name) from unnest(${tables}::text[]) as wanted (name))
    order by bytes desc`
