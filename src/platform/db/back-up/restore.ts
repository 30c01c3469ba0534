import { isDeepStrictEqual } from 'node:util'
import type { Db, Runner } from '../db.ts'
import { migrate } from '../migrate.ts'
import { type Migration, readMigrations } from '../migration-files.ts'
import { type Header, headerName, type Table } from './format.ts'
import { emptyTable, findTables, hasRows, insertRows, leapAhead, lockTables, readState } from './queries.ts'
import { type Verified, wholeLines } from './read.ts'
import { tablesIn } from './tables.ts'

/** Tables that migrations fill with a row. */
const seeded = ['feed_position', 'event_retention']

const atOnce = 2_000

type RestoreOptions = {
  /** Done in the same transaction as the restore. */
  andThen?: (runner: Runner) => Promise<void>
  /** Called with the number of rows written so far, batch by batch. */
  tell?: (rows: number) => void
}

/**
 * Puts a back-up into an empty database, or does nothing, and migrates it. As the owner of the database.
 * @param verified what is in the file
 * @throws if the database isn't empty, or the file is newer than this program
 */
export const restore = async (
  db: Db,
  path: string,
  { header }: Verified,
  { andThen = async () => {}, tell = () => {} }: RestoreOptions = {},
): Promise<void> => {
  const migrations = await migrationsOf(header)
  const names = tablesIn(migrations)
  await refuseUnlessEmpty(db, header, names)
  await migrate(db, migrations)
  await db.transaction(
    async (runner) => {
      await runner.script('set local idle_in_transaction_session_timeout = 0')
      await refuseOtherTables(runner, header, names)
      // again, with writers kept out: a service or another restore may have started since
      await lockTables(
        runner,
        header.tables.map(({ name }) => name),
      )
      await refuseUnlessEmpty(runner, header, names)
      await copyIn(runner, path, header, tell)
      await andThen(runner)
    },
    { isPatient: true },
  )
  await migrate(db)
}

/** The migrations of the backed-up database. @throws unless this program knows them */
export const migrationsOf = async ({ schema, program }: Header): Promise<Migration[]> => {
  const known = await readMigrations()
  const last = known[schema.version - 1]
  if (!last)
    throw new Error(
      `The back-up has schema version ${schema.version}, but this program only knows ${known.length}. Use a newer version of it: ${program} made the back-up.`,
    )
  if (last.name !== schema.name)
    throw new Error(
      `The back-up has ${schema.name} as its last migration, where this program has ${last.name}.`,
    )
  return known.slice(0, schema.version)
}

const refuseUnlessEmpty = async (runner: Runner, { schema }: Header, names: string[]) => {
  for (const { name } of await findTables(runner, names))
    if (!seeded.includes(name) && (await hasRows(runner, name)))
      throw new Error(
        `The database is not empty: there are rows in ${name}. Restore into a new one. Nothing was changed.`,
      )
  const state = await readState(runner)
  if (state && state.version > schema.version)
    throw new Error(
      `The database has schema version ${state.version}, which is newer than that of the back-up, ${schema.version}. Restore into one without tables, which is then migrated. Nothing was changed.`,
    )
}

const refuseOtherTables = async (runner: Runner, { tables }: Header, names: string[]) => {
  const found = await findTables(runner, names)
  const sorted = (list: readonly Table[]) =>
    list.map(({ name, columns }) => `${name}(${columns.toSorted()})`).sort()
  if (!isDeepStrictEqual(sorted(found), sorted(tables)))
    throw new Error('The back-up has other tables or columns than its schema version. Nothing was restored.')
}

const copyIn = async (runner: Runner, path: string, { tables }: Header, tell: (rows: number) => void) => {
  const tableOf = new Map(tables.map((table) => [table.name, table]))
  for (const { name } of tables) if (seeded.includes(name)) await emptyTable(runner, name)
  for await (const { name, rows } of batchesIn(path)) {
    const table = tableOf.get(name)
    if (!table) throw new Error(`The back-up has rows of ${name}, but no such table.`)
    await insertRows(runner, table, rows)
    tell(rows.length)
  }
  for (const { name } of tables) await leapAhead(runner, name)
}

type Batch = { name: string; rows: string[] }

/** Rows of one table each. */
async function* batchesIn(path: string): AsyncGenerator<Batch> {
  let batch: Batch = { name: '', rows: [] }
  for await (const { name, json } of wholeLines(path)) {
    if (name === headerName) continue
    if (batch.rows.length > 0 && (name !== batch.name || batch.rows.length === atOnce)) {
      yield batch
      batch = { name, rows: [] }
    }
    batch.name = name
    batch.rows.push(json)
  }
  if (batch.rows.length > 0) yield batch
}
