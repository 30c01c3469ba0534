import app from '@adonisjs/core/services/app'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import db from '@adonisjs/lucid/services/db'

const migration = new MigrationRunner(db, app, { direction: 'up' })
await migration.run()
if (migration.error) throw migration.error
