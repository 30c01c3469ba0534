import { createReadStream } from 'node:fs'
import { linesOf } from '../../src/flows/moving/file/lines.ts'
import { propertiesOf } from '../../src/platform/properties-of.ts'

/**
 * How much of a report is of lines before one. It is written before what it tells is committed, so that it lacks nothing, and an
 * import that was killed may have told too much, or half a line.
 * @throws if it is no report
 */
export const committedBytes = async (path: string, before: number): Promise<number> => {
  let [bytes, last, isCut] = [0, 0, false]
  for await (const told of linesOf(createReadStream(path))) {
    const line = told.bytes && lineIn(told.bytes.toString())
    if (isCut || (line !== undefined && line <= last)) throw new Error('it is not the report of this import')
    isCut = line === undefined
    if (line === undefined) continue
    last = line
    if (line < before) bytes += (told.bytes?.length ?? 0) + 1
  }
  return bytes
}

/** @returns undefined for anything else, such as half a line */
const lineIn = (text: string): number | undefined => {
  try {
    const { line, outcome } = propertiesOf(JSON.parse(text))
    return typeof line === 'number' && typeof outcome === 'string' ? line : undefined
  } catch {
    return undefined
  }
}
