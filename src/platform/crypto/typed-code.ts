import { createHmac, randomBytes } from 'node:crypto'

// Crockford's base32: no I, L, O and U, which are misread
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Five random bits per character: `XXXX-XXXX`. */
export const newTypedCode = (characters: number): string => {
  // 32 divides 256, so every byte gives five unbiased bits
  const text = Array.from(randomBytes(characters), (byte) => alphabet[byte % alphabet.length]).join('')
  return text.replace(/(.{4})(?!$)/g, '$1-')
}

/**
 * The only reader of codes that people type or paste: converts digits of any script and width to ASCII, and drops
 * spaces, dashes and invisible marks.
 */
export const readTyped = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}−]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)

/** Upper case, O as 0, I and L as 1. Not every result is a code. */
export const normalTypedCode = (typed: string): string =>
  readTyped(typed).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

/** Keyed, so that a leaked database cannot be searched offline, and bound to its owner. */
export const typedCodeDigest = (key: Uint8Array, owner: string, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`${owner} ${normalTypedCode(code)}`)
    .digest()

/** Each script has its ten digits in a row (Unicode §4.6): a digit's value is how many precede it. */
const asciiDigit = (digit: string): string => {
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value++
  return String(value % 10)
}
