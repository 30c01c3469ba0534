import { DocumentError } from '../document.ts'
import { countKeys } from './count-keys.ts'
import { parseExactly } from './parse-exactly.ts'
import { placeAt } from './place-at.ts'
import { repeatedKey } from './repeated-key.ts'

/**
 * @throws {DocumentError} for a key that stands twice: what reads JSON takes the last one, and says nothing; and a
 * `SyntaxError` for what is no JSON
 */
export const parseJson = (text: string, name: string): unknown => {
  const value = parseExactly(text)
  // a text that begins with a colon is counted as a key as well
  const at = countKeys(text) === keysIn(value) ? undefined : repeatedKey(text)
  if (at === undefined) return value
  const key = /"(?:[^"\\]|\\.)*"/y
  key.lastIndex = at
  throw new DocumentError(
    `${name} has the key ${key.exec(text)?.[0]} twice in one place, at ${placeAt(text, at)}.`,
  )
}

const keysIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) for (const item of value) count += keysIn(item)
  else for (const key in value) count += 1 + keysIn((value as Record<string, unknown>)[key])
  return count
}
