import { firstRow, type Runner } from '../../platform/db/db.ts'
import { unavailable } from '../../platform/errors.ts'

/**
 * Tries what every request needs: a connection, rights on the tables, and a commit, which notes that the
 * signing key is in use.
 * @throws 503
 */
export const tryDatabase = async (runner: Runner, tables: readonly string[]): Promise<void> => {
  const row = await firstRow(runner, 'tryDatabase')<{ denied: string[] | null }>`
    with touched as (
      update key_ids
      set last_used_at = now()
      where id = (select id from key_ids order by last_used_at desc limit 1)
    )
    select array_agg(name) as denied
    from unnest(${tables}::text[]) as wanted (name)
    left join pg_class on oid = to_regclass(name)
    where oid is null or not (
      has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
      and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')
    )`
  if (row?.denied) throw unavailable(denial(row.denied))
}

const denial = (tables: readonly string[]) =>
  Object.assign(new Error(`no such tables, or not every right to them: ${tables.join(', ')}`), {
    code: '42501',
  })
