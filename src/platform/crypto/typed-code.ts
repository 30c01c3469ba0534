import { createHmac, randomBytes } from 'node:crypto'

// Crockford's base32: no I, L, O and U, which are misread
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Five random bits per character: `XXXX-XXXX`. */
export const newTypedCode = (characters: number): string => {
  // 32 divides 256, so every byte gives five unbiased bits
  const text = Array.from(randomBytes(characters), (byte) => alphabet[byte % alphabet.length]).join('')
  return text.replace(/(.{4})(?!$)/g, '$1-')
}

/** Upper case without hyphens and spaces, O as 0, I and L as 1. Not every result is a code. */
export const normalTypedCode = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

/** Keyed, so that a leaked database cannot be searched offline, and bound to its owner. */
export const typedCodeDigest = (key: Uint8Array, owner: string, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`${owner} ${normalTypedCode(code)}`)
    .digest()
