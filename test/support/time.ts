import type { Deps } from '../../src/deps.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { isContended } from '../../src/platform/db/failures.ts'
import { many, sql } from './sql.ts'

type Table = { name: string; columns: string[] }

/**
 * Moves every stored instant so many seconds into the past, as if the database's clock had advanced. Events stay where
 * they are, because nothing may change them.
 */
export const shiftRows = async ({ deps }: { deps: Pick<Deps, 'db'> }, seconds: number): Promise<void> => {
  dated ??= tablesWithTimes(deps.db)
  const updates = (await dated).map(({ name, columns }) => {
    // Citus wants no function here that depends on a time zone of the connection
    const moved = columns.map(
      (column) =>
        `${column} = (${column} at time zone 'UTC' - make_interval(secs => ${Number(seconds)})) at time zone 'UTC'`,
    )
    return `update ${name} set ${moved.join(', ')}`
  })
  await untilUncontended(() => deps.db.script(updates.join(';\n')))
}

/** On several servers, a change of every row may deadlock with a job of the service, and is rolled back. */
const untilUncontended = async (work: () => Promise<void>, tries = 3): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (tries === 1 || !isContended(error)) throw error
    await untilUncontended(work, tries - 1)
  }
}

// the same in every database of the tests; querying takes longer than moving
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
