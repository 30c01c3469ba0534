import { type Runner, run } from './db.ts'

/** What a statement does to a table that already existed. */
export type Lock = {
  table: string
  /** Its strongest lock, by its name in PostgreSQL's manual: `ACCESS EXCLUSIVE`. */
  lock: string
  /** Whether it reads or rewrites the whole table. */
  scans: boolean
  rewrites: boolean
}

/** Runs a statement in a transaction that has not touched other tables of the present schema. */
export const measureLocks = async (runner: Runner, statement: string): Promise<Lock[]> => {
  const before = await listTables(runner)
  await runner.script(statement)
  const after = new Map((await listTables(runner)).map((table) => [table.oid, table]))
  const strongest = new Map((await listLocked(runner)).map(({ oid, mode }) => [oid, mode]))
  return before.flatMap((was) => {
    const mode = strongest.get(was.oid)
    // a dropped one is as it was
    const { scans, file } = after.get(was.oid) ?? was
    if (mode === undefined) return []
    return [{ table: was.table, lock: spelt(mode), scans: scans > was.scans, rewrites: file !== was.file }]
  })
}

/** `AccessExclusiveLock` is `ACCESS EXCLUSIVE`. */
const spelt = (mode: string) =>
  mode
    .replace(/Lock$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase()

// https://www.postgresql.org/docs/current/explicit-locking.html, the weakest first
const modes = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
]

type Table = { oid: number; table: string; file: number; scans: number }

const listTables = (runner: Runner): Promise<Table[]> =>
  run(runner, 'listTables')`
    select oid, relname as "table", relfilenode as file, pg_stat_get_xact_numscans(oid)::integer as scans
    from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
    order by relname`

const listLocked = (runner: Runner): Promise<{ oid: number; mode: string }[]> =>
  run(runner, 'listLocked')`
    select relation as oid, (${modes}::text[])[max(array_position(${modes}::text[], mode))] as mode
    from pg_locks
    where pid = pg_backend_pid() and locktype = 'relation'
    group by relation`
