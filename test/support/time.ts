import type { Deps } from '../../src/deps.ts'
import { type Db, many } from '../../src/platform/db/db.ts'
import { sql } from './sql.ts'

type Table = { name: string; columns: string[] }

/**
 * Moves every point in time that is stored so many seconds into the past, as if the database's clock had gone on. What
 * happened (`events`) stays where it is, because nothing may change it.
 */
export const shiftRows = async ({ deps }: { deps: Pick<Deps, 'db'> }, seconds: number): Promise<void> => {
  dated ??= tablesWithTimes(deps.db)
  const updates = (await dated).map(({ name, columns }) => {
    const moved = columns.map((column) => `${column} = ${column} - make_interval(secs => ${Number(seconds)})`)
    return `update ${name} set ${moved.join(', ')}`
  })
  await deps.db.script(updates.join(';\n'))
}

// the same in every database of the tests; to ask takes longer than to move
let dated: Promise<Table[]> | undefined

const tablesWithTimes = (db: Db) =>
  many<Table>(
    db,
    sql`
      select quote_ident(table_name) as name, array_agg(quote_ident(column_name)) as columns
      from information_schema.columns
      where table_schema = 'public' and data_type = 'timestamp with time zone'
        and table_name not in ('events', 'migrations')
      group by table_name`,
  )
