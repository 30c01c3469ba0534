/** A line without its end; nothing of one that is too long. The first is 1. */
export type Line = { line: number; bytes: Buffer | undefined }

export const mostLineBytes = 64 * 1_024
const [newline, carriageReturn] = [10, 13]
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** The lines of a file, however long one is, in the memory of a few. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let line = 1
  let parts: Buffer[] = []
  let length = 0
  const take = (part: Buffer) => {
    length += part.length
    if (length <= mostLineBytes) parts.push(part)
    else parts = []
  }
  const end = (): Line => {
    const whole = length <= mostLineBytes ? Buffer.concat(parts) : undefined
    const ended = { line, bytes: whole && trimmed(whole, line) }
    line++
    parts = []
    length = 0
    return ended
  }
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk)
    let start = 0
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, start)) {
      take(bytes.subarray(start, at))
      yield end()
      start = at + 1
    }
    if (start < bytes.length) take(bytes.subarray(start))
  }
  if (length > 0) yield end()
}

const trimmed = (bytes: Buffer, line: number): Buffer => {
  const start = line === 1 && bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0
  const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length
  return bytes.subarray(start, end)
}
