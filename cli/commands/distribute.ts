import { parseDatabaseSettings } from '../../src/config/config.ts'
import { spread } from '../../src/modules.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { distribute } from '../../src/platform/db/spreading/distribute.ts'
import { checkCitus, checkReadiness } from '../../src/platform/db/spreading/readiness.ts'
import { type SpreadTable, spreadTables } from '../../src/platform/db/spreading/tables.ts'
import { readArgs } from './args.ts'
import type { Command } from './command.ts'
import { note, print, printTable } from './output.ts'
import { withDatabase } from './with-database.ts'

const usage = 'distribute [--dry-run]'

const details = `
The database is the coordinator of a Citus cluster with workers, and the service is stopped.
Nobody can write to a table while it is copied. If this is killed, run it again: it goes on
where it stopped. There is no way back but a back-up: docs/guides/several-servers.md

  --dry-run    Changes nothing: prints what would be done to each table, and what is
               not ready yet.
`

export const distributeCommand: Command = {
  usage,
  about: "Spread the database over Citus's servers, by user.",
  details,
  run: async (args) => {
    const { 'dry-run': isDry } = readArgs(usage, args, options, none).values
    const { databaseUrl } = parseDatabaseSettings(process.env)
    if (!databaseUrl)
      throw new Error('DATABASE_URL is not set. Only a PostgreSQL server with Citus can be spread.')
    await withDatabase(async (db) => {
      await checkCitus(db, databaseUrl)
      const tables = await spreadTables(db, spread)
      if (isDry) show(tables)
      await checkReadiness(db, tables)
      if (!isDry) await spreadAll(db)
    })
  },
}

const options = { 'dry-run': { type: 'boolean' } } as const
const none = { least: 0, most: 0 }

const show = (tables: readonly SpreadTable[]) =>
  printTable(
    ['table', 'rows', 'size', 'what would be done'],
    ...tables.map((table) => [table.name, rowsOf(table), sizeOf(table), planOf(table)]),
  )

const planOf = ({ column, isSpread, hasRemains }: SpreadTable) => {
  if (hasRemains) return 'the copy that was left on the coordinator is removed'
  return isSpread ? 'nothing: it is spread already' : `spread by ${column}`
}

const spreadAll = async (db: Db) => {
  const startMs = performance.now()
  const done = await distribute(db, spread, {
    begins: (table, nth, count) =>
      note(`${nth} of ${count}: ${table.name} by ${table.column}, ${rowsOf(table)} rows, ${sizeOf(table)} …`),
  })
  const seconds = Math.ceil((performance.now() - startMs) / 1_000)
  if (done.length === 0) print('Every table is spread already.')
  else print(`${done.length} tables are spread, in ${seconds} s.`)
}

const number = new Intl.NumberFormat('en')
const rowsOf = ({ rows }: SpreadTable) => (rows === null ? 'unknown' : number.format(rows))
const sizeOf = ({ bytes }: SpreadTable) => `${number.format(Math.ceil(bytes / 1_024))} kB`
