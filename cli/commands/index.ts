import { acts } from './acts.ts'
import { changelog } from './changelog.ts'
import type { Command } from './command.ts'
import { deprecationsCommand } from './deprecations.ts'
import { disableTwoFactor } from './disable-two-factor.ts'
import { doctor } from './doctor.ts'
import { key } from './key.ts'
import { keys } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { serveCommand } from './serve.ts'
import { users } from './users.ts'
import { versionCommand } from './version.ts'

export const commands: Record<string, Command> = {
  serve: serveCommand,
  migrate: migrateCommand,
  doctor,
  key,
  users,
  acts,
  keys,
  'disable-two-factor': disableTwoFactor,
  deprecations: deprecationsCommand,
  changelog,
  version: versionCommand,
}
