import { type OnConflict, onConflicts } from '../../src/flows/moving/batch/plan.ts'
import { foundRecords } from '../../src/flows/moving/from/found-records.ts'
import { isBcryptInstalled } from '../../src/platform/crypto/foreign/bcrypt.ts'
import { bringIn } from '../import/bring-in.ts'
import { formatOf, formatOptions } from '../import/format.ts'
import { proveMapping } from '../import/prove.ts'
import { requirePackages } from '../import/require-packages.ts'
import { openSource } from '../import/source.ts'
import { summaryOf } from '../import/summary.ts'
import { oneArg, wrongUse } from './args.ts'
import { type Command, UsageError } from './command.ts'
import { print } from './output.ts'
import { withDatabase } from './with-database.ts'

const usage = 'import FILE [options]'

const details = `
FILE has a person in each line, as JSON, or is CSV; - stands for stdin: docs/guides/move-in.md
The service may run meanwhile. If this is cut off, run it again: it goes on where it stopped.
Exit code: 1 if anybody could not be imported.

  --from SYSTEM         Reads the export of another system as it is: supabase, auth0,
                        firebase, keycloak, better-auth, clerk, django, devise, laravel, cognito.
  --secret FILE         What that system keeps beside its hashes, such as a pepper.
  --format FORMAT       jsonl or csv; by the name of FILE, if it isn't given.
  --dry-run             Writes nothing, and tells what would be done.
  --report FILE         Writes a line of JSON about each line. FILE must not exist yet, unless
                        this import was cut off.
  --prove EMAIL         First asks for this person's password, and checks it against the file.
  --on-conflict ACTION  With somebody who is here already: fail, skip, or add what is missing.
  --wrap all            Hash every password once more now, also those that are slow to guess.
  --again               Read a file from its start that was imported before.
`

const options = {
  ...formatOptions,
  'dry-run': { type: 'boolean' },
  report: { type: 'string' },
  prove: { type: 'string' },
  'on-conflict': { type: 'string', default: 'fail' },
  wrap: { type: 'string' },
  again: { type: 'boolean' },
} as const

export const importCommand: Command = {
  usage,
  about: 'Bring people here from another system, with their passwords.',
  details,
  run: async (args) => {
    const { operand: path, values } = oneArg(usage, args, options)
    const wanted = {
      format: await formatOf(path, values),
      isDry: values['dry-run'] ?? false,
      report: values.report,
      onConflict: onConflictIn(values['on-conflict']),
      wrapsAll: wrapIn(values.wrap),
      isAgain: values.again ?? false,
    }
    const { prove } = values
    if (path === '-' && prove !== undefined) throw wrongUse(usage, '--prove needs a file, and not a pipe.')
    const source = await openSource(path)
    if (!isBcryptInstalled && source.file) await requirePackages(foundRecords(source.chunks(), wanted.format))
    if (prove !== undefined) await proveMapping(prove, foundRecords(source.chunks(), wanted.format))
    await withDatabase(async (db) => {
      const { counts, faults } = await bringIn(db, source, wanted)
      print(...summaryOf(counts, faults, wanted))
      if ((counts.failed ?? 0) > 0) process.exitCode = 1
    })
  },
}

const onConflictIn = (text: string): OnConflict => {
  const action = onConflicts.find((known) => known === text)
  if (action) return action
  throw new UsageError(`--on-conflict must be one of ${onConflicts.join(', ')}.`)
}

const wrapIn = (text: string | undefined): boolean => {
  if (text === undefined || text === 'all') return text !== undefined
  throw new UsageError('--wrap must be all.')
}
