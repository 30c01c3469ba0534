import { badRequest } from '../errors.ts'

const maxDepth = 8

/** JSON.parse makes `__proto__` an own key, which a later merge or `in` mistakes for the real one. */
const forbiddenKeys = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** Their schema refuses NUL and lone surrogates with a 422 that names the field. */
const speaksForItself = new Set(['password', 'passwordConfirmation', 'currentPassword'])

/** In valid JSON: each string, with the colon of a key. */
const strings = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g

/**
 * Parses JSON that has only one reading.
 * @param isStored whether any of it may get into the database
 * @throws `badRequest`, without quoting the body, which may hold a password
 */
export const parseStrictJson = (bytes: Buffer, { isStored = true } = {}): unknown => {
  const text = decodeUtf8(bytes)
  const written = countStrings(text)
  const hasEscapes = text.includes('\\')
  const parsed = parse(text)
  const value = hasEscapes ? parse(withPlainKeys(text)) : parsed
  // JSON.parse keeps the last of equal keys, and a filter in front may have read the first
  if (stringsOf(value, { isTop: true, mayBeUnstorable: isStored && hasEscapes }) !== written)
    throw badRequest('The body has the same key twice in one object.')
  return value
}

// a byte order mark at the beginning is dropped (RFC 8259 §8.1)
const utf8 = new TextDecoder('utf-8', { fatal: true })

const decodeUtf8 = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.')
  }
}

/**
 * How many strings a text has, keys included, if it is JSON. Loops, because a regular expression could backtrack without end if
 * it is not.
 */
const countStrings = (text: string): number => {
  let [count, depth] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      count++
      at = endOfString(text, at)
    } else if (char === '}' || char === ']') depth--
    else if ((char === '{' || char === '[') && ++depth > maxDepth)
      throw badRequest('The body is nested too deeply.')
  }
  return count
}

const endOfString = (text: string, start: number): number => {
  let end = start
  do end = text.indexOf('"', end + 1)
  while (end > 0 && isEscaped(text, end))
  return end < 0 ? text.length : end
}

const isEscaped = (text: string, at: number): boolean => {
  let first = at
  while (text[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON.')
  }
}

/** V8 may confuse an escaped key with one seen elsewhere (nodejs/node#63785). No field's name needs an escape. */
const withPlainKeys = (text: string): string =>
  text.replace(strings, (whole: string, string: string, colon: string | undefined) => {
    if (colon === undefined) return whole
    const key = JSON.stringify(JSON.parse(string))
    if (key.includes('\\')) throw forbiddenKey()
    return `${key}:`
  })

/**
 * How many strings a value has, keys included: fewer than its text, if a key was lost. @throws for forbidden keys and
 * strings
 */
const stringsOf = (
  value: unknown,
  { isTop, mayBeUnstorable }: { isTop: boolean; mayBeUnstorable: boolean },
): number => {
  if (typeof value === 'string') {
    // only an escape spells NUL or a lone surrogate
    if (mayBeUnstorable) refuseUnstorable(value)
    return 1
  }
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  for (const [key, item] of Object.entries(value)) {
    if (!Array.isArray(value)) {
      if (forbiddenKeys.has(key)) throw forbiddenKey()
      count++
    }
    const speaks = isTop && typeof item === 'string' && speaksForItself.has(key)
    count += stringsOf(item, { isTop: false, mayBeUnstorable: mayBeUnstorable && !speaks })
  }
  return count
}

const forbiddenKey = () => badRequest('The body has a key that is not allowed.')

/** PostgreSQL cannot store NUL, and UTF-8 has no lone surrogates: both would end as a 500. */
const refuseUnstorable = (text: string): void => {
  if (text.includes('\0') || !text.isWellFormed())
    throw badRequest('The body has a character that is not allowed.')
}
