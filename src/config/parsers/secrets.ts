import { listed } from '../../platform/listed.ts'

/** The first one signs. */
export const secrets = (text: string): string[] => {
  const keys = listed(text)
  if (keys.some((key) => Buffer.byteLength(key) < 32))
    throw new Error('must have 32 bytes or more; `npx sallyport key` makes one')
  if (new Set(keys).size !== keys.length) throw new Error('names the same key twice')
  return keys
}
