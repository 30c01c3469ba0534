import { endOfText } from './end-of-text.ts'

const [quote, comma] = [0x22, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** So few keys are gone through faster than a set is made. */
const few = 12

type Keys = { list: string[]; set?: Set<string> }

/**
 * Where a key begins that its object has had already, in a text that is JSON: what reads it takes the last one and says
 * nothing.
 */
export const repeatedKey = (text: string): number | undefined => {
  // nothing for a list, which has no keys
  const open: (Keys | undefined)[] = []
  let keys: Keys | undefined
  let isKeyNext = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfText(text, at)
      if (isKeyNext && keys && !isNew(keys, keyIn(text, at, end))) return at
      isKeyNext = false
      at = end
    } else if (code === comma) isKeyNext = keys !== undefined
    else if (code === openBrace || code === openBracket) {
      open.push(keys)
      keys = code === openBrace ? { list: [] } : undefined
      isKeyNext = code === openBrace
    } else if (code === closeBrace || code === closeBracket) keys = open.pop()
  }
  return undefined
}

const keyIn = (text: string, start: number, end: number): string => {
  const key = text.slice(start + 1, end)
  return key.includes('\\') ? JSON.parse(`"${key}"`) : key
}

const isNew = (keys: Keys, key: string): boolean => {
  if (keys.set ? keys.set.has(key) : keys.list.includes(key)) return false
  if (keys.set) keys.set.add(key)
  else if (keys.list.push(key) > few) keys.set = new Set(keys.list)
  return true
}
