import { badRequest } from '../errors.ts'

const maxDepth = 8

/** JSON.parse makes `__proto__` an own key, which a later merge or `in` mistakes for the real one. */
const forbiddenKeys = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** Their schema refuses NUL and lone surrogates with a 422 that names the field. */
const speaksForItself = new Set(['password', 'passwordConfirmation', 'currentPassword'])

/** In valid JSON these are all brackets and strings, keys with their colon. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"\s*:?|[{}[\]]/g

/** Parses JSON that has only one reading. @throws `badRequest`, without quoting the body, which may hold a password */
export const parseStrictJson = (bytes: Buffer): unknown => {
  const text = decodeUtf8(bytes)
  refuseDeepNesting(text)
  const value = parse(text)
  refuseTricks(text)
  return value
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const decodeUtf8 = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.')
  }
}

/** A loop, because a regular expression could backtrack without end on invalid text. */
const refuseDeepNesting = (text: string): void => {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') inString = !inString
    else if (inString) at += char === '\\' ? 1 : 0
    else if (char === '}' || char === ']') depth--
    else if ((char === '{' || char === '[') && ++depth > maxDepth)
      throw badRequest('The body is nested too deeply.')
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON.')
  }
}

/** JSON.parse keeps the last duplicate key; a filter in front may have read the first. */
const refuseTricks = (text: string): void => {
  const open: Set<string>[] = []
  let field = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token.endsWith(':')) {
      const key = textOf(token.slice(0, token.lastIndexOf('"') + 1))
      refuseKey(key, open.at(-1)!)
      if (open.length === 1) field = key
    } else if (token.includes('\\') && (open.length !== 1 || !speaksForItself.has(field)))
      // only an escape spells NUL or a lone surrogate
      refuseUnstorable(JSON.parse(token))
  }
}

const textOf = (quoted: string): string => (quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1))

const refuseKey = (key: string, seen: Set<string>): void => {
  if (seen.has(key)) throw badRequest('The body has the same key twice in one object.')
  if (forbiddenKeys.has(key)) throw badRequest('The body has a key that is not allowed.')
  refuseUnstorable(key)
  seen.add(key)
}

/** PostgreSQL cannot store NUL, and UTF-8 has no lone surrogates: both would end as a 500. */
const refuseUnstorable = (text: string): void => {
  if (text.includes('\0') || !text.isWellFormed())
    throw badRequest('The body has a character that is not allowed.')
}
