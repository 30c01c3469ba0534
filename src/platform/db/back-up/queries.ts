import { anyRow, firstRow, onlyRow, type Runner, run } from '../db.ts'
import { type Fragment, sql } from '../sql.ts'
import type { Table } from './format.ts'

export type FoundTable = Table & { references: string[] }

/** Must come first in its transaction, which then sees a single state of the database, however long it takes. */
export const freezeView = async (runner: Runner, tables: readonly string[]): Promise<void> => {
  const isSpread = runner.isSpread?.() ?? false
  // servers of Citus share one state only while nobody writes
  const mode = isSpread ? 'exclusive' : 'access share'
  await runner.script(`
    set transaction isolation level repeatable read, read only;
    set local idle_in_transaction_session_timeout = 0;
    set local enable_seqscan = on;
    set local cursor_tuple_fraction = 1;
    set local bytea_output = hex;
    set local timezone = 'UTC';
    ${tables.length > 0 ? `lock table ${tables.map(quoted).join(', ')} in ${mode} mode` : ''}`)
  if (isSpread) await refuseInDoubt(runner)
}

/** A change prepared on one server, and perhaps committed on another, holds no lock on the coordinator. */
const refuseInDoubt = async (runner: Runner): Promise<void> => {
  const { isInDoubt } = await onlyRow(runner, 'isInDoubt')<{ isInDoubt: boolean }>`
    select bool_or(not success or result <> '0') as "isInDoubt"
    from run_command_on_workers($$select count(*) from pg_prepared_xacts where database = current_database()$$)`
  if (isInDoubt)
    throw Object.assign(
      new Error('Changes on two servers have yet to be completed by Citus. Try again in a minute.'),
      {
        code: '55P03',
      },
    )
}

/** @returns which of these tables exist */
export const findTables = (runner: Runner, names: readonly string[]): Promise<FoundTable[]> =>
  run(runner, 'findTables')`
    select
      relname as name,
      array(
        select attname::text
        from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns,
      array(
        select referred.relname::text
        from pg_constraint
        join pg_class as referred on referred.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
      ) as references
    from unnest(${names}::text[]) as given (name)
    join pg_class on pg_class.oid = to_regclass(quote_ident(given.name))
    order by relname`

type State = { at: Date; version: number; name: string }

/** @returns undefined if the database was never migrated */
export const readState = async (runner: Runner): Promise<State | undefined> => {
  const { isMigrated } = await onlyRow(runner, 'isMigrated')<{ isMigrated: boolean }>`
    select to_regclass('migrations') is not null as "isMigrated"`
  if (!isMigrated) return
  return firstRow(runner, 'readState')`
    select now() as at, version, name
    from migrations
    order by version desc
    limit 1`
}

/** In hexadecimal, the latest signer first. */
export const listKeyIds = async (runner: Runner): Promise<string[]> => {
  const rows = await run(runner, 'listKeyIds')<{ id: string }>`
    select encode(id, 'hex') as id
    from key_ids
    order by last_used_at desc`
  return rows.map(({ id }) => id)
}

/** Opens a cursor over a table's rows, as JSON. Not of a sub-query, whose columns have no names on a worker of Citus. */
export const openRows = ({ script }: Runner, { name }: Table): Promise<void> =>
  script(`
    declare backed_up no scroll cursor for
    select row_to_json(kept)::text as json
    from ${quoted(name)} as kept`)

export const nextRows = (runner: Runner): Promise<{ json: string }[]> =>
  run(runner, 'nextRows')`fetch 2000 from backed_up`

export const closeRows = ({ script }: Runner): Promise<void> => script('close backed_up')

/** Keeps others from writing until the transaction ends. */
export const lockTables = (runner: Runner, tables: readonly string[]): Promise<void> =>
  runner.script(`lock table ${tables.map(quoted).join(', ')} in exclusive mode`)

export const hasRows = (runner: Runner, table: string): Promise<boolean> =>
  anyRow(runner, 'hasRows')`select 1 from ${named(table)} limit 1`

export const emptyTable = (runner: Runner, table: string): Promise<unknown> =>
  run(runner, 'emptyTable')`delete from ${named(table)}`

/** @param rows objects in JSON */
export const insertRows = (
  runner: Runner,
  { name, columns }: Table,
  rows: readonly string[],
): Promise<unknown> => {
  const each = named(...columns)
  return run(runner, 'insertRows')`
    insert into ${named(name)} (${each})
    overriding system value
    select ${each}
    from json_populate_recordset(null::${named(name)}, ${`[${rows.join()}]`}::json)`
}

// more than are drawn between two back-ups, so that no published number is used twice
const leap = 1_000_000_000

/** Goes on numbering rows well behind those of the back-up. */
export const leapAhead = async (runner: Runner, table: string): Promise<void> => {
  const numbered = await run(runner, 'listNumbered')<{ column: string }>`
    select attname::text as column
    from pg_attribute
    where attrelid = to_regclass(quote_ident(${table}::text)) and attidentity <> ''`
  for (const { column } of numbered)
    await run(runner, 'leapAhead')`
      select setval(pg_get_serial_sequence(quote_ident(${table}::text), ${column}), coalesce(max(${named(column)}), 0) + ${leap}::bigint)
      from ${named(table)}`
}

const named = (...names: string[]): Fragment => ({ ...sql``, parts: [names.map(quoted).join(', ')] })

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
