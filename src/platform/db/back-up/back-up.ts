import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Runner } from '../db.ts'
import { isContended } from '../failures.ts'
import { readMigrations } from '../migration-files.ts'
import { formatVersion, type Header, type Table } from './format.ts'
import { findTables, freezeView, listKeyIds, readState } from './queries.ts'
import { inOrder, tablesIn } from './tables.ts'
import { linesOf } from './write.ts'

type BackUpOptions = {
  /** The version of this program. */
  program: string
  /** Writes what it is given. */
  write: (lines: AsyncIterable<string>) => Promise<void>
  /** Called with the number of rows written so far, batch by batch. */
  tell?: (rows: number) => void
}

/**
 * Writes one state of the whole database while it is in use. Needs the right to read, and memory for some thousand
 * rows. On several servers, it blocks writers meanwhile, and needs the owner's rights.
 * @returns how many rows each table has
 * @throws if there is nothing to back up, or the database is newer than this program
 */
export const backUp = async (
  db: Db,
  { program, write, tell = () => {} }: BackUpOptions,
): Promise<Record<string, number>> => {
  const names = tablesIn(await readMigrations())
  // locked before the snapshot is taken, so that it cannot be migrated in between
  const locked = await findTables(db, names)
  const rows: Record<string, number> = {}
  const tables = locked.map(({ name }) => name)
  await inOneState(db, tables, async (runner) => {
    const header = await headerOf(runner, program, inOrder(await findTables(runner, names)))
    await write(linesOf(runner, header, rows, tell))
  })
  return rows
}

/** Works on one state of the tables. Repeated on several servers, where its locks may deadlock with writers'. */
const inOneState = async (
  db: Db,
  tables: readonly string[],
  work: (runner: Runner) => Promise<void>,
  tries = db.isSpread?.() ? 20 : 1,
): Promise<void> => {
  let isFrozen = false
  try {
    await db.transaction(
      async (runner) => {
        await freezeView(runner, tables)
        isFrozen = true
        await work(runner)
      },
      { isPatient: true },
    )
  } catch (error) {
    if (isFrozen || tries === 1 || !isContended(error)) throw error
    await sleep(randomInt(500))
    await inOneState(db, tables, work, tries - 1)
  }
}

const headerOf = async (runner: Runner, program: string, tables: Table[]): Promise<Header> => {
  const state = await readState(runner)
  if (!state) throw new Error('The database has no tables, so there is nothing to back up.')
  const { length } = await readMigrations()
  if (state.version > length)
    throw new Error(
      `The database has schema version ${state.version}, but this program only knows ${length}. Use a newer version of it.`,
    )
  const { at, version, name } = state
  return {
    format: formatVersion,
    program,
    at: at.toISOString(),
    schema: { version, name },
    keyIds: await listKeyIds(runner),
    tables,
  }
}
