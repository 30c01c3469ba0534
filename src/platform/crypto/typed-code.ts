import { randomBytes } from 'node:crypto'

// Crockford's base32: no I, L, O and U, so that what is read aloud or copied by hand stays the same
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new code for people to type, of five random bits a character, as it is shown: `XXXX-XXXX`. */
export const newTypedCode = (characters: number): string => {
  // 32 letters divide 256 evenly: each byte gives five unbiased bits
  const text = Array.from(randomBytes(characters), (byte) => alphabet[byte % alphabet.length]).join('')
  return text.replace(/(.{4})(?!$)/g, '$1-')
}

/** The one spelling of a code: without hyphens and spaces, upper case, O as 0, I and L as 1. Not all such are codes. */
export const normalTypedCode = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
