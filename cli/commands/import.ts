import { readFile } from 'node:fs/promises'
import { parseKeySettings } from '../../src/config/config.ts'
import { type OnConflict, onConflicts } from '../../src/flows/moving/batch/plan.ts'
import { importFile } from '../../src/flows/moving/file/import-file.ts'
import { type FileFormat, foundRecords } from '../../src/flows/moving/from/found-records.ts'
import { origins } from '../../src/flows/moving/from/index.ts'
import type { Origin } from '../../src/flows/moving/from/origin.ts'
import { beginImport, type Counts, forgetImport } from '../../src/flows/moving/queries.ts'
import type { RowResult } from '../../src/flows/moving/rows/row.ts'
import { passwordHasher } from '../../src/platform/crypto/password.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { errorMessage } from '../../src/platform/properties-of.ts'
import { openKeys } from '../../src/prepare.ts'
import { stopping } from '../back-up/stopping.ts'
import { importProgress } from '../import/progress.ts'
import { proveMapping } from '../import/prove.ts'
import { openReport } from '../import/report.ts'
import { openSource, type Source } from '../import/source.ts'
import { summaryOf } from '../import/summary.ts'
import { oneArg, wrongUse } from './args.ts'
import { type Command, UsageError } from './command.ts'
import { note, print } from './output.ts'
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
  --report FILE         Writes a line of JSON about each line. FILE must not exist yet.
  --prove EMAIL         First asks for this person's password, and checks it against the file.
  --on-conflict ACTION  With somebody who is here already: fail, skip, or add what is missing.
  --wrap all            Hash every password once more now, also those that are slow to guess.
  --again               Read a file from its start that was imported before.
`

const options = {
  from: { type: 'string' },
  secret: { type: 'string' },
  format: { type: 'string' },
  'dry-run': { type: 'boolean' },
  report: { type: 'string' },
  prove: { type: 'string' },
  'on-conflict': { type: 'string', default: 'fail' },
  wrap: { type: 'string' },
  again: { type: 'boolean' },
} as const

type Wanted = {
  format: FileFormat
  isDry: boolean
  report: string | undefined
  onConflict: OnConflict
  wrapsAll: boolean
  isAgain: boolean
}

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
    if (path === '-' && values.prove !== undefined)
      throw wrongUse(usage, '--prove needs a file, and not a pipe.')
    const source = await openSource(path)
    if (values.prove !== undefined)
      await proveMapping(values.prove, foundRecords(source.chunks(), wanted.format))
    await withDatabase((db) => bringIn(db, source, wanted))
  },
}

const formatOf = async (
  path: string,
  {
    from,
    secret,
    format = path.endsWith('.csv') ? 'csv' : 'jsonl',
  }: Partial<Record<'from' | 'secret' | 'format', string>>,
): Promise<FileFormat> => {
  if (!['csv', 'jsonl'].includes(format)) throw new UsageError('--format must be jsonl or csv.')
  return {
    isCsv: format === 'csv',
    origin: originIn(from),
    secret: secret === undefined ? undefined : await readSecret(secret),
  }
}

const originIn = (from: string | undefined): Origin | undefined => {
  if (from === undefined) return
  const origin = Object.hasOwn(origins, from) ? origins[from] : undefined
  if (origin) return origin
  throw new UsageError(`--from must be one of ${Object.keys(origins).join(', ')}.`)
}

const readSecret = (path: string) =>
  readFile(path, 'utf8').catch((error) => {
    throw new Error(`${path} cannot be read: ${errorMessage(error)}`, { cause: error })
  })

const onConflictIn = (text: string): OnConflict => {
  const action = onConflicts.find((known) => known === text)
  if (action) return action
  throw new UsageError(`--on-conflict must be one of ${onConflicts.join(', ')}.`)
}

const wrapIn = (text: string | undefined): boolean => {
  if (text === undefined || text === 'all') return text !== undefined
  throw new UsageError('--wrap must be all.')
}

const bringIn = async (
  db: Db,
  source: Source,
  { format, isDry, report: path, isAgain, ...wanted }: Wanted,
) => {
  const { keys, sealedDb } = await openKeys(db, parseKeySettings(process.env))
  const deps = { db: sealedDb, keys, now: Date.now, passwords: passwordHasher(keys) }
  const resumes = isDry ? undefined : await begun(db, source, isAgain)
  await using report = await openReport(path, (resumes?.nextLine ?? 1) > 1)
  const progress = importProgress(source.file?.size)
  const faults: RowResult[] = []
  let [bytes, rows] = [0, 0]
  const countBytes = (count: number) => {
    bytes += count
  }
  const counted = await importFile(deps, foundRecords(source.chunks(countBytes), format), {
    ...wanted,
    isDry,
    resumes,
    signal: stopping('It was stopped. Run it again to go on.'),
    tell: (results) => {
      report.write(results)
      rows += results.length
      progress.tell(rows, bytes)
      faults.push(...results.filter(({ outcome }) => outcome === 'failed').slice(0, 10 - faults.length))
    },
  }).finally(progress.end)
  print(...summaryOf(counted, faults, { isDry }))
  if ((counted.failed ?? 0) > 0) process.exitCode = 1
}

type Resumed = { fileDigest: Buffer; nextLine: number; counts: Counts }

/** @throws if there is nothing left of the file */
const begun = async (db: Db, { file }: Source, isAgain: boolean): Promise<Resumed | undefined> => {
  if (!file) return undefined
  if (isAgain) await forgetImport(db, file.digest)
  const { nextLine, counts, endedAt } = await beginImport(db, file.digest)
  if (endedAt)
    throw new Error(
      `This file was imported on ${endedAt.toISOString().slice(0, 10)}: nothing is left of it. --again reads it from its start.`,
    )
  if (nextLine > 1) note(`Going on at line ${nextLine}, where it was cut off.`)
  return { fileDigest: file.digest, nextLine, counts }
}
