import { keepEvents } from '../../src/accounts/events/queries.ts'
import { rights } from '../../src/modules.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { grantServing, renewGrants } from '../../src/platform/db/grants.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { readArgs, wholeNumber } from './args.ts'
import type { Command } from './command.ts'
import { print } from './output.ts'
import { withDatabase } from './with-database.ts'

const usage = 'migrate [--serve-as ROLE] [--keep-events DAYS]'

const details = `
  --serve-as ROLE       Grants a role of PostgreSQL what serving needs, and takes back the rest.
  --keep-events DAYS    No event can be deleted before, whatever EVENTS_DAYS says.
`

const options = { 'serve-as': { type: 'string' }, 'keep-events': { type: 'string' } } as const

const mostDays = 36_500

export const migrateCommand: Command = {
  usage,
  about: 'Migrate the database and exit.',
  details,
  run: async (args) => {
    const { values } = readArgs(usage, args, options, { least: 0, most: 0 })
    const { 'serve-as': role, 'keep-events': text } = values
    const days = text === undefined ? undefined : wholeNumber('keep-events', text, mostDays)
    await withDatabase(
      async (db) => {
        await bringUpToDate(db)
        if (role !== undefined) await grantTo(db, role)
        if (days !== undefined) await keepEvents(db, days)
      },
      { makes: true },
    )
  },
}

const bringUpToDate = async (db: Db) => {
  const applied = await migrate(db)
  await renewGrants(db, rights)
  print(...(applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['The database is up to date.']))
}

const grantTo = async (db: Db, role: string) => {
  await grantServing(db, role, rights)
  print(`${role} can serve, and nothing else.`)
}
