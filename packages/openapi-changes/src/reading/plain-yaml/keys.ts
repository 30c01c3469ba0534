import { readQuoted } from './quoted.ts'
import { resolved } from './scalars.ts'

export const isDash = (text: string, at: number, end: number): boolean =>
  text[at] === '-' && (at + 1 === end || text[at + 1] === ' ')

type Key = { key: string; after: number }

/** The key that a line begins with, and where what follows it begins. */
export const keyAt = (text: string, start: number, end: number): Key | undefined => {
  if (text[start] === '"' || text[start] === "'") return quotedKeyAt(text, start, end)
  let colon = text.indexOf(':', start)
  while (colon >= 0 && colon + 1 < end && text[colon + 1] !== ' ') colon = text.indexOf(':', colon + 1)
  if (colon < 0 || colon >= end) return undefined
  const word = text.slice(start, colon)
  if (!isPlain(word)) return undefined
  return { key: String(resolved(word.trimEnd()) ?? ''), after: colon + 1 }
}

/** A word that begins with a letter, or with a sign that means nothing there. `<<` brings in another map. */
const isPlain = (word: string): boolean =>
  !/^([&*!|>%@`,[\]{}#]|[?-]( |$)|$)/.test(word) && word.trimEnd() !== '<<' && !/ #|\t/.test(word)

const quotedKeyAt = (text: string, start: number, end: number): Key | undefined => {
  const { value, end: after } = readQuoted(text, start)
  const isKey = after < end && text[after] === ':' && (after + 1 === end || text[after + 1] === ' ')
  return isKey ? { key: value, after: after + 1 } : undefined
}
