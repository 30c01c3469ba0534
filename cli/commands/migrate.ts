import { keepEvents } from '../../src/accounts/events/queries/retention.ts'
import { rights, spread } from '../../src/modules.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { dryRun } from '../../src/platform/db/dry-run.ts'
import { grantServing, renewGrants } from '../../src/platform/db/grants.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { spreadAdded } from '../../src/platform/db/spreading/distribute.ts'
import { readArgs, wholeNumber, wrongUse } from './args.ts'
import type { Command } from './command.ts'
import { printDryRun } from './dry-run.ts'
import { print, printJson } from './output.ts'
import { withDatabase } from './with-database.ts'

const usage = 'migrate [--dry-run] [--serve-as ROLE] [--keep-events DAYS]'

const details = `
  --dry-run             Changes nothing: prints what is pending as SQL, and which tables it locks; with --json, as data.
  --serve-as ROLE       Grants a role of PostgreSQL what serving needs, and takes back the rest.
  --keep-events DAYS    No event can be deleted before, whatever EVENTS_DAYS says.
`

const options = {
  'dry-run': { type: 'boolean' },
  'serve-as': { type: 'string' },
  'keep-events': { type: 'string' },
} as const

const upToDate = 'The database is up to date.'
const mostDays = 36_500

export const migrateCommand: Command = {
  usage,
  about: 'Migrate the database and exit.',
  details,
  run: async (args) => {
    const { values } = readArgs(usage, args, options, { least: 0, most: 0 })
    const { 'dry-run': isDry = false, json = false, 'serve-as': role, 'keep-events': days } = values
    if (json && !isDry) throw wrongUse(usage, '--json is for --dry-run.')
    if (isDry && (role ?? days) !== undefined)
      throw wrongUse(usage, '--dry-run changes nothing else, either.')
    if (isDry) return withDatabase((db) => tryOut(db, json), { mayBeBehind: true, isAlone: true })
    const leastDays = days === undefined ? undefined : wholeNumber('keep-events', days, mostDays)
    return withDatabase(
      async (db) => {
        await bringUpToDate(db)
        if (role !== undefined) await grantTo(db, role)
        if (leastDays !== undefined) await keepEvents(db, leastDays)
      },
      { makes: true, mayBeBehind: true, isAlone: true },
    )
  },
}

const tryOut = async (db: Db, asJson: boolean) => {
  const planned = await dryRun(db)
  if (asJson) printJson(planned)
  else if (planned.pending.length === 0) print(upToDate)
  else printDryRun(planned)
}

const bringUpToDate = async (db: Db) => {
  const applied = await migrate(db)
  await spreadAdded(db, spread)
  await renewGrants(db, rights)
  print(...(applied.length > 0 ? applied.map((name) => `applied ${name}`) : [upToDate]))
}

const grantTo = async (db: Db, role: string) => {
  await grantServing(db, role, rights)
  print(`${role} can serve, and nothing else.`)
}
