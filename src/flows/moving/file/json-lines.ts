import { RowFault } from '../rows/row-fault.ts'
import { linesOf, mostLineBytes } from './lines.ts'

/** Something that stands in a file, and where. Reading it may find that it is wrong. */
export type FoundRecord = { line: number; read(): unknown }

/** A value of JSON in each line. Blank lines are passed over. */
export async function* jsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FoundRecord> {
  for await (const { line, bytes } of linesOf(chunks))
    if (!bytes || bytes.some((byte) => byte !== 32 && byte !== 9)) yield { line, read: () => readLine(bytes) }
}

const readLine = (bytes: Buffer | undefined): unknown => {
  if (!bytes) throw new RowFault('line_too_long', `the line has more than ${mostLineBytes} bytes`)
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    const isText = error instanceof SyntaxError
    throw new RowFault('bad_line', isText ? 'the line is no JSON' : 'the line is not UTF-8')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
