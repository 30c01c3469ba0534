import { parseKeySettings } from '../../src/config/config.ts'
import type { OnConflict } from '../../src/flows/moving/batch/plan.ts'
import { importFile } from '../../src/flows/moving/file/import-file.ts'
import { type FileFormat, foundRecords } from '../../src/flows/moving/from/found-records.ts'
import { beginImport, type Counts, forgetImport } from '../../src/flows/moving/queries.ts'
import type { RowResult } from '../../src/flows/moving/rows/row.ts'
import { passwordHasher } from '../../src/platform/crypto/password.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { openKeys } from '../../src/prepare.ts'
import { stopping } from '../back-up/stopping.ts'
import { note } from '../commands/output.ts'
import { importProgress } from './progress.ts'
import { openReport } from './report.ts'
import type { Source } from './source.ts'
import { mostFaults } from './summary.ts'

export type WantedImport = {
  format: FileFormat
  isDry: boolean
  report: string | undefined
  onConflict: OnConflict
  wrapsAll: boolean
  isAgain: boolean
}

/** Imports what a source has, and shows how far it is. @returns what is counted, and the first faults */
export const bringIn = async (
  db: Db,
  source: Source,
  { format, isDry, report: path, isAgain, ...wanted }: WantedImport,
): Promise<{ counts: Counts; faults: RowResult[] }> => {
  const { keys, sealedDb } = await openKeys(db, parseKeySettings(process.env))
  const deps = { db: sealedDb, keys, now: Date.now, passwords: passwordHasher(keys) }
  const resumes = isDry ? undefined : await begun(db, source, isAgain)
  await using report = await openReport(path, resumes?.isKnown ? resumes.nextLine : undefined).catch(
    async (error) => {
      // or the next try would take what is there for its own
      if (resumes && !resumes.isKnown) await forgetImport(db, resumes.fileDigest)
      throw error
    },
  )
  const progress = importProgress(source.file?.size)
  const faults: RowResult[] = []
  const counts = await importFile(deps, foundRecords(source.chunks(progress.read), format), {
    ...{ ...wanted, isDry, resumes },
    signal: stopping('It was stopped. Run it again to go on.'),
    report: report.write,
    tell: (results) => {
      progress.tell(results.length)
      const failures = results.filter(({ outcome }) => outcome === 'failed')
      faults.push(...failures.slice(0, mostFaults - faults.length))
    },
  })
    .finally(progress.end)
    .catch((error) => {
      if (resumes) note('What was committed stays. Run it again to go on.')
      throw error
    })
  return { counts, faults }
}

type Resumed = { fileDigest: Buffer; isKnown: boolean; nextLine: number; counts: Counts }

/** @throws if there is nothing left of the file */
const begun = async (db: Db, { file }: Source, isAgain: boolean): Promise<Resumed | undefined> => {
  if (!file) return undefined
  if (isAgain) await forgetImport(db, file.digest)
  const { isKnown, nextLine, counts, endedAt } = await beginImport(db, file.digest)
  if (endedAt)
    throw new Error(
      `This file was imported on ${endedAt.toISOString().slice(0, 10)}: nothing is left of it. --again reads it from its start.`,
    )
  if (nextLine > 1) note(`Going on at line ${nextLine}, where it was cut off.`)
  return { fileDigest: file.digest, isKnown, nextLine, counts }
}
