import { recordEvent } from '#accounts/events/record.ts'
import type { Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { adoptPasswords, type HashedPerson } from '../batch/adopt-passwords.ts'
import { isPlanned, type OnConflict, type PlannedRow, planRows, settledIn } from '../batch/plan.ts'
import { writeBatch } from '../batch/write-batch.ts'
import { type Counts, endImport, noteLine } from '../queries.ts'
import { type Row, type RowResult, rowOf } from '../rows/row.ts'
import { RowFault } from '../rows/row-fault.ts'
import type { FoundRecord } from './json-lines.ts'
import { seenPeople } from './seen.ts'
import { tallied } from './tally.ts'

type Given = Pick<Deps, 'db' | 'keys' | 'now' | 'passwords'>

export type ImportOptions = {
  onConflict: OnConflict
  /** Hash once more what is slow by itself, too. */
  wrapsAll: boolean
  /** Decide about everybody, and write nothing. */
  isDry: boolean
  /** What goes on where it was cut off. Without it, nothing is noted. */
  resumes?: { fileDigest: Uint8Array; nextLine: number; counts: Counts } | undefined
  /** Told of what became of rows, once it is committed. */
  tell?: (results: readonly RowResult[], counts: Counts) => void
  /**
   * Told of the same just before that, so that it lacks nothing however an import ends: what was not committed comes again when it goes
   * on. Afterwards, for one that doesn't.
   */
  report?: (results: readonly RowResult[]) => Promise<void>
  signal?: AbortSignal
}

const atOnce = 250

/** Brings the people of a file here, batch by batch; while one is written, the passwords of the next are hashed. */
export const importFile = async (
  deps: Given,
  records: AsyncIterable<FoundRecord>,
  { onConflict, wrapsAll, isDry, resumes, signal, ...told }: ImportOptions,
): Promise<Counts> => {
  const { note, advance, end, counted } = progressOf(resumes, told)
  let hashed: Batch | undefined
  for await (const rows of batchesOf(records, resumes?.nextLine ?? 1)) {
    const planned = await planRows(deps, rows, onConflict)
    const settled = settledIn(planned)
    if (isDry) {
      await advance(rows, planned.map(foreseen))
      continue
    }
    signal?.throwIfAborted()
    // not beside the look before: another connection would be opened just when all of this process is at work
    const [people] = await Promise.all([
      adoptPasswords(deps, planned, { wrapsAll }),
      hashed && write(deps, hashed),
    ])
    hashed = { rows, settled, people, note, advance }
  }
  if (hashed) await write(deps, hashed)
  if (!isDry) await deps.db.transaction((runner) => end(runner))
  return counted()
}

type Batch = {
  rows: readonly Row[]
  settled: readonly RowResult[]
  people: readonly HashedPerson[]
} & Pick<Progress, 'note' | 'advance'>

const write = async (deps: Given, { rows, settled, people, note, advance }: Batch) => {
  const before = [...settled]
  /** Rows of the file in their order: those that were settled without being written come along. */
  const inOrder = (results: readonly RowResult[]) => {
    const last = results.at(-1)?.line ?? 0
    return [...before.filter(({ line }) => line < last), ...results].sort(
      (one, other) => one.line - other.line,
    )
  }
  const writing = {
    actor: { kind: 'system' },
    opensProven: true,
    note: (runner: Runner, results: readonly RowResult[]) => note(runner, rows, inOrder(results)),
  } as const
  if (people.length > 0)
    for await (const results of writeBatch(deps, people, writing)) {
      const told = inOrder(results)
      await advance(rows, told)
      before.splice(0, before.length, ...before.filter((row) => !told.includes(row)))
    }
  if (before.length === 0) return
  await deps.db.transaction((runner) => note(runner, rows, before))
  await advance(rows, before)
}

type Progress = {
  note(runner: Runner, rows: readonly Row[], results: readonly RowResult[]): Promise<void>
  advance(rows: readonly Row[], results: readonly RowResult[]): Promise<void>
  end(runner: Runner): Promise<unknown>
  counted(): Counts
}

const progressOf = (
  resumes: ImportOptions['resumes'],
  { tell = () => {}, report = async () => {} }: Pick<ImportOptions, 'tell' | 'report'>,
): Progress => {
  let [nextLine, counts] = [resumes?.nextLine ?? 1, resumes?.counts ?? {}]
  const countedWith = (rows: readonly Row[], results: readonly RowResult[]) =>
    tallied(counts, new Map(rows.map((row) => [row.line, row])), results)
  const behind = (results: readonly RowResult[]) => (results.at(-1)?.line ?? nextLine - 1) + 1
  return {
    note: async (runner, rows, results) => {
      if (!resumes) return
      const { fileDigest } = resumes
      const to = { nextLine: behind(results), counts: countedWith(rows, results) }
      if (!(await noteLine(runner, { fileDigest, from: nextLine, ...to }))) throw another()
      // nothing follows but the commit
      await report(results)
    },
    advance: async (rows, results) => {
      if (!resumes) await report(results)
      counts = countedWith(rows, results)
      nextLine = behind(results)
      tell(results, counts)
    },
    end: async (runner) => {
      if (resumes) await endImport(runner, resumes.fileDigest)
      await recordEvent(runner, { type: 'import.ended', actor: { kind: 'operator' }, detail: { ...counts } })
    },
    counted: () => counts,
  }
}

const another = () => new Error('Another command imports the same file. This one has stopped.')

/** What a dry run says instead of writing. */
const foreseen = (row: PlannedRow): RowResult =>
  isPlanned(row)
    ? {
        ...{ line: row.row.line, email: row.row.email, userId: null, reason: null, message: null },
        outcome: row.isNew ? 'imported' : 'added',
      }
    : row

/** Rows from a line on. Those before are read, too: what is in them must not come again. */
async function* batchesOf(records: AsyncIterable<FoundRecord>, from: number): AsyncGenerator<Row[]> {
  const seen = seenPeople()
  let batch: Row[] = []
  for await (const { line, read } of records) {
    const row = rowOf(line, read)
    const fault = row.person instanceof RowFault ? undefined : seen.add(row.person)
    if (line < from) continue
    batch.push(fault ? { ...row, person: fault } : row)
    if (batch.length === atOnce) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
