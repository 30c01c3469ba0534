import { giveUp } from './not-plain.ts'
import { doubleQuoted, singleQuoted } from './scalars.ts'

/** What was read, and where it ends. */
export type Read = { value: unknown; end: number }

/** A text in quotes, which may take several lines. */
export const readQuoted = (text: string, start: number): Read & { value: string } => {
  const isDouble = text[start] === '"'
  const end = isDouble ? endOfDouble(text, start) : endOfSingle(text, start)
  const raw = text.slice(start + 1, end)
  const value = isDouble ? doubleQuoted(raw) : singleQuoted(raw)
  return { value: value ?? giveUp(), end: end + 1 }
}

const endOfDouble = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end
  }
  return giveUp()
}

const endOfSingle = (text: string, start: number): number => {
  let end = text.indexOf("'", start + 1)
  while (end >= 0 && text[end + 1] === "'") end = text.indexOf("'", end + 2)
  return end < 0 ? giveUp() : end
}
