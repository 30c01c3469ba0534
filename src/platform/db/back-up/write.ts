import { createHash } from 'node:crypto'
import type { Runner } from '../db.ts'
import { endName, type Header, headerName, lineOf, type Table } from './format.ts'
import { closeRows, nextRows, openRows } from './queries.ts'

/** All of a back-up. @param rows filled with how many each table has */
export async function* linesOf(
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
