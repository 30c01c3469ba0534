import { migrate } from '../../src/platform/db/migrate.ts'
import type { Command } from './command.ts'
import { withDatabase } from './with-database.ts'

export const migrateCommand: Command = {
  usage: 'migrate',
  about: 'Migrate the database and exit.',
  most: 0,
  run: () =>
    withDatabase(
      async (db) => {
        const applied = await migrate(db)
        const lines =
          applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['The database is up to date.']
        process.stdout.write(`${lines.join('\n')}\n`)
      },
      { makes: true },
    ),
}
