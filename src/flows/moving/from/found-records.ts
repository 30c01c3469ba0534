import { propertiesOf } from '#platform/properties-of.ts'
import { csvRecords } from '../file/csv.ts'
import { type FoundRecord, jsonLines } from '../file/json-lines.ts'
import { listItems } from '../file/list-items.ts'
import { RowFault } from '../rows/row-fault.ts'
import { nested } from './nested.ts'
import type { Origin, OriginSecret } from './origin.ts'

export type FileFormat = {
  isCsv: boolean
  /** Where the people come from. Without it, the file has our own words. */
  origin: Origin | undefined
  secret: OriginSecret
}

/** People as they stand in a file, in our own words. */
export const foundRecords = (
  chunks: AsyncIterable<Uint8Array>,
  { isCsv, origin, secret }: FileFormat,
): AsyncIterable<FoundRecord> => {
  if (!origin) return isCsv ? translated(csvRecords(chunks), nested) : jsonLines(chunks)
  const records = origin.list
    ? listItems(chunks, origin.list)
    : isCsv
      ? csvRecords(chunks)
      : jsonLines(chunks)
  return translated(records, (record) => origin.personOf(record, secret))
}

async function* translated(
  records: AsyncIterable<FoundRecord>,
  translate: (record: Readonly<Record<string, unknown>>) => unknown,
): AsyncGenerator<FoundRecord> {
  for await (const { line, read } of records)
    yield { line, read: () => understood(() => translate(propertiesOf(read()))) }
}

/** JSON inside of what was read may be none. */
const understood = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (error) {
    throw error instanceof SyntaxError ? new RowFault('bad_line', 'a part of it is no JSON') : error
  }
}
