import { DocumentError } from '../document.ts'
import { countKeys } from './count-keys.ts'
import { placeAt } from './place-at.ts'
import { repeatedKey } from './repeated-key.ts'

/** Digits in a row that a number may not hold exactly. */
const long = /[\s:,[]-?\d{16}/

/**
 * @throws {DocumentError} for a key that stands twice: what reads JSON takes the last one, and says nothing; and a
 * `SyntaxError` for what is no JSON
 */
export const parseJson = (text: string, name: string): unknown => {
  const value: unknown = long.test(text) ? JSON.parse(text, exactly) : JSON.parse(text)
  if (countKeys(text) === keysIn(value)) return value
  const at = repeatedKey(text) ?? 0
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

/** What is beyond 2^53 is kept as it is written. Node 20 does not tell how that is. */
const exactly = (_key: string, value: unknown, context?: { source?: string }): unknown => {
  const isLarge = typeof value === 'number' && !Number.isSafeInteger(value)
  return isLarge && /^-?\d+$/.test(context?.source ?? '') ? BigInt(context?.source ?? '') : value
}
