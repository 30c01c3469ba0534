import { RowFault } from '../rows/row-fault.ts'
import { decoded } from './decoded.ts'
import type { FoundRecord } from './json-lines.ts'
import { mostLineBytes } from './lines.ts'

type Cells = { line: number; cells: string[]; fault: RowFault | undefined }

/** Records of CSV (RFC 4180) by the names of the first one. `line`: where one begins. */
export async function* csvRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FoundRecord> {
  let names: string[] | undefined
  for await (const { line, cells, fault } of cellsOf(chunks)) {
    if (!names) {
      names = cells.map((name) => name.trim())
      requireDistinct(names)
      continue
    }
    const [known, found] = [names, cells]
    yield { line, read: () => recordOf(known, found, fault) }
  }
}

const requireDistinct = (names: readonly string[]) => {
  const second = names.find((name, at) => names.indexOf(name) < at)
  if (second !== undefined) throw new Error(`The file has two columns named "${second}".`)
}

const recordOf = (names: readonly string[], cells: readonly string[], fault: RowFault | undefined) => {
  if (fault) throw fault
  if (cells.length !== names.length)
    throw new RowFault('bad_line', `there are ${cells.length} columns, and ${names.length} names of them`)
  return Object.fromEntries(names.map((name, at) => [name, cells[at]]))
}

async function* cellsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Cells> {
  let [line, begun, cell, size] = [1, 1, '', 0]
  let cells: string[] = []
  let state: 'plain' | 'quoted' | 'quote' = 'plain'
  const isRecord = () => cells.length > 0 || cell !== '' || size > mostLineBytes
  const end = (): Cells => {
    const fault = size > mostLineBytes ? new RowFault('line_too_long', 'the record is too long') : undefined
    const ended = { line: begun, cells: [...cells, cell], fault }
    cells = []
    cell = ''
    size = 0
    return ended
  }
  for await (const text of decoded(chunks)) {
    for (const letter of text) {
      if (letter === '\n') line++
      if (++size > mostLineBytes) {
        cells = []
        cell = ''
      }
      if (state === 'quoted') {
        if (letter === '"') state = 'quote'
        else cell += letter
        continue
      }
      if (letter === '"') {
        // a second one stands for itself
        if (state === 'quote') cell += letter
        state = 'quoted'
        continue
      }
      state = 'plain'
      if (letter === ',') {
        cells.push(cell)
        cell = ''
      } else if (letter === '\n') {
        if (isRecord()) yield end()
        size = 0
        begun = line
      } else if (letter !== '\r') cell += letter
    }
  }
  if (isRecord()) yield end()
}
