import { elsewhere, firstRow, type Runner, run } from '../../platform/db/db.ts'
import type { Rights } from '../../platform/db/grants.ts'
import { type Fragment, sql } from '../../platform/db/sql.ts'
import { unavailable } from '../../platform/errors.ts'

/**
 * Tries what every request needs: a connection, rights on the tables, and a commit, which records that the signing
 * key is in use.
 * @throws 503
 */
export const tryDatabase = async (runner: Runner, rights: Rights): Promise<void> => {
  const row = await firstRow(elsewhere(runner), 'tryDatabase')<{ denied: string[] | null }>`
    with touched as (
      update key_ids
      set last_used_at = now()
      where id = (select id from key_ids order by last_used_at desc limit 1)
    )
    select array_agg(distinct name) as denied ${fromDenied(rights)}`
  if (row?.denied) throw unavailable(denial(row.denied))
}

/** Tables that are missing, or lack a right. */
export const listDenied = (runner: Runner, rights: Rights): Promise<{ name: string; isThere: boolean }[]> =>
  run(
    runner,
    'listDenied',
  )`select distinct name, oid is not null as "isThere" ${fromDenied(rights)} order by name`

const fromDenied = (rights: Rights): Fragment => {
  const needed = neededIn(rights)
  return sql`
    from unnest(${needed.map(([name]) => name)}::text[], ${needed.map(([, right]) => right)}::text[])
      as needed (name, privilege)
    left join pg_class on oid = to_regclass(name)
    where oid is null or not case privilege
      when 'delete' then has_table_privilege(oid, privilege)
      else has_any_column_privilege(oid, privilege)
    end`
}

/** Each table with each of its rights, without the columns that they are limited to. */
const neededIn = (rights: Rights) =>
  Object.entries(rights).flatMap(([table, each]) =>
    each.map((right) => [table, right.split(' ')[0]] as const),
  )

const denial = (tables: readonly string[]) =>
  Object.assign(new Error(`no such tables, or not every right to them: ${tables.join(', ')}`), {
    code: '42501',
  })
