import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { parseSettings } from '../../src/config/config.ts'
import { keyRing } from '../../src/platform/crypto/keys.ts'
import { keyPath, secretsOf } from '../../src/platform/crypto/secrets.ts'
import { type Verified, verified } from '../../src/platform/db/back-up/read.ts'
import { migrationsOf, restore } from '../../src/platform/db/back-up/restore.ts'
import { numberOf } from '../../src/platform/number-of.ts'
import { endEverySession } from '../../src/sessions/end-every.ts'
import { progress } from '../back-up/progress.ts'
import { oneArg } from './args.ts'
import type { Command } from './command.ts'
import { note } from './output.ts'
import { withDatabase } from './with-database.ts'

const usage = 'restore FILE [--check] [--end-sessions]'

const details = `
The database must be empty, and of either kind, whatever the back-up was made of. It is
migrated. Nothing is changed unless all of FILE is whole.

  --check           Only check the file, and that the key at hand belongs to it.
  --end-sessions    End every session, as after a theft: everybody signs in again.
                    What waits is cancelled, too: links, setups, removals of a second factor.
`

const options = { check: { type: 'boolean' }, 'end-sessions': { type: 'boolean' } } as const

export const restoreCommand: Command = {
  usage,
  about: 'Put a back-up into an empty database.',
  details,
  run: async (args) => {
    const { operand: path, values } = oneArg(usage, args, options)
    if (!values.check) await refusePipe(path)
    const found = await verified(path)
    note(summaryOf(found))
    // before a database is created for it
    await migrationsOf(found.header)
    if (!values.check) await restoreInto(path, found, values['end-sessions'] === true)
    const missing = await missingKey(found)
    if (!missing) return
    note(missing)
    // an unusable back-up is worthless
    if (values.check) process.exitCode = 1
  },
}

/** It is read twice: the first time to check all of it. */
const refusePipe = async (path: string) => {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    // reading it will report this
    () => true,
  )
  if (!isFile)
    throw new Error(`${path} is not a file. Save the back-up to one: it is read twice. Nothing was restored.`)
}

const restoreInto = (path: string, found: Verified, endsSessions: boolean) =>
  withDatabase(
    async (db) => {
      const { tell, end } = progress('Restored')
      const andThen = endsSessions ? endEverySession : undefined
      await restore(db, path, found, { tell, ...(andThen && { andThen }) }).finally(end)
      note(`The database is restored${endsSessions ? ', and every session has ended' : ''}.`)
    },
    { makes: true, isToCome: true, isAlone: true },
  )

const summaryOf = ({ header, rows }: Verified) => {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return `The back-up is whole: of ${header.at}, by version ${header.program}, with ${numberOf(rows.users ?? 0, 'account')} and ${numberOf(total, 'row')}.`
}

/** @returns what to do if none of the keys that it needs is available */
const missingKey = async ({ header }: Verified): Promise<string | undefined> => {
  const settings = parseSettings(process.env, ['SECRET_KEY', 'DATA_DIR', 'DATABASE_URL'])
  const [newest] = header.keyIds
  if (newest === undefined) return
  const path = keyPath(settings.dataDir)
  const name = settings.secretKeys.length > 0 ? 'SECRET_KEY' : path
  if (settings.secretKeys.length === 0 && (settings.databaseUrl || !existsSync(path))) {
    const cure = settings.databaseUrl ? 'set SECRET_KEY' : `set SECRET_KEY, or put the key at ${path},`
    return `The key is missing: ${cure} before you start the service.`
  }
  const keys = keyRing(await secretsOf(settings, async () => true))
  if (keys.some(({ id }) => id.toString('hex') === newest)) return
  return `${name} is not the key that this back-up was used with. With another key, nobody can sign in.`
}
