import { parseConfig } from '../../src/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  usage: 'migrate',
  about: 'Bring the database up to date and stop.',
  run: async () => {
    const db = await openDatabase(parseConfig(process.env), () => {})
    try {
      const applied = await migrate(db)
      const lines =
        applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['The database is up to date.']
      process.stdout.write(`${lines.join('\n')}\n`)
    } finally {
      await db.close()
    }
  },
}
