import { createHash, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Runner } from '../db.ts'
import { isContended } from '../failures.ts'
import { type Migration, readMigrations } from '../migration-files.ts'
import { endName, formatVersion, type Header, headerName, lineOf, type Table } from './format.ts'
import {
  closeRows,
  type FoundTable,
  findTables,
  freezeView,
  listKeyIds,
  nextRows,
  openRows,
  readState,
} from './queries.ts'

export type Order = {
  /** Which program this is. */
  program: string
  /** Writes what it is given. */
  write: (lines: AsyncIterable<string>) => Promise<void>
  /** Told of how many rows are written, batch by batch. */
  tell?: (rows: number) => void
}

/**
 * Writes one state of the whole database while it is in use. Needs the right to read, and memory for some thousand rows.
 * Over several servers, nobody can write meanwhile, and the owner's rights are needed.
 * @returns how many rows each table has
 * @throws if there is nothing to back up, or the database is newer than this program
 */
export const backUp = async (
  db: Db,
  { program, write, tell = () => {} }: Order,
): Promise<Record<string, number>> => {
  const names = tablesIn(await readMigrations())
  // locked before the state is chosen, so that it cannot be migrated in between
  const locked = await findTables(db, names)
  const rows: Record<string, number> = {}
  const tables = locked.map(({ name }) => name)
  await inOneState(db, tables, async (runner) => {
    const header = await headerOf(runner, program, inOrder(await findTables(runner, names)))
    await write(linesOf(runner, header, rows, tell))
  })
  return rows
}

/** Works on one state of the tables. Several servers are tried again, where locks may meet those of writers half-way. */
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

/** Every table that they ever made, but for the one that counts them. */
export const tablesIn = (migrations: readonly Migration[]): string[] =>
  migrations.flatMap(({ script }) =>
    [...script.matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(([, name = '']) => name),
  )

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

/** A table after those that it refers to. */
const inOrder = (found: readonly FoundTable[]): Table[] => {
  const placed: FoundTable[] = []
  const isPlaced = (name: string) => placed.some((table) => table.name === name)
  while (placed.length < found.length) {
    const next = found.find(({ name, references }) => !isPlaced(name) && references.every(isPlaced))
    if (!next) throw new Error('Tables refer to each other in a circle.')
    placed.push(next)
  }
  return placed.map(({ name, columns }) => ({ name, columns }))
}

async function* linesOf(
  runner: Runner,
  header: Header,
  rows: Record<string, number>,
  tell: (rows: number) => void,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (lines: string) => {
    hash.update(lines)
    return lines
  }
  yield hashed(lineOf(headerName, JSON.stringify(header)))
  for (const table of header.tables) {
    rows[table.name] = 0
    for await (const found of rowsOf(runner, table)) {
      rows[table.name] = (rows[table.name] ?? 0) + found.length
      yield hashed(found.map(({ json }) => lineOf(table.name, json)).join(''))
      tell(found.length)
    }
  }
  yield lineOf(endName, JSON.stringify({ rows, digest: hash.digest('hex') }))
}

async function* rowsOf(runner: Runner, table: Table) {
  await openRows(runner, table)
  for (;;) {
    const found = await nextRows(runner)
    if (found.length === 0) break
    yield found
  }
  await closeRows(runner)
}
