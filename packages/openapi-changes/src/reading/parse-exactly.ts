import { randomUUID } from 'node:crypto'
import { endOfText } from './end-of-text.ts'

/** Whole numbers with more digits than a number may hold exactly; some of them in quotes. */
const long = /(?<=[\s:,[])-?\d{16,}(?=[\s,\]}])/g

/**
 * What a text says that is JSON, with whole numbers beyond 2^53 as a `bigint`, digit by digit. Node 20 does not tell how
 * a number is written, so these are read as texts, behind a mark that no document can have.
 * @throws {SyntaxError} for what is no JSON
 */
export const parseExactly = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  const mark = randomUUID()
  const isQuoted = quotedIn(text)
  const marked = text.replace(long, (digits, at: number) =>
    Number.isSafeInteger(Number(digits)) || isQuoted(at) ? digits : `"${mark}${digits}"`,
  )
  const unmarked = (_key: string, part: unknown): unknown =>
    typeof part === 'string' && part.startsWith(mark) ? BigInt(part.slice(mark.length)) : part
  return marked === text ? value : JSON.parse(marked, unmarked)
}

/** Tells of one place after the other whether it is in quotes. */
const quotedIn = (text: string): ((at: number) => boolean) => {
  let [start, end] = [0, -1]
  return (at) => {
    while (end < at) {
      start = text.indexOf('"', end + 1)
      if (start < 0) start = text.length
      end = start < text.length ? endOfText(text, start) : start
    }
    return start < at
  }
}
