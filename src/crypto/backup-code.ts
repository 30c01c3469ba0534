import { createHmac, randomBytes } from 'node:crypto'
import type { KeyRing, Keys } from './keys.ts'

// Crockford's base32: no I, L, O and U, so that what is read aloud or copied by hand stays the same
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const characters = 16
const codes = 10

/** Ten new backup codes of 80 bits, as they are shown: `XXXX-XXXX-XXXX-XXXX`. */
export const newBackupCodes = (): string[] => Array.from({ length: codes }, newBackupCode)

/** The one spelling of a code: without hyphens and spaces, upper case, O as 0, I and L as 1. Not all such are codes. */
export const normalBackupCode = (typed: string): string =>
  typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

/** What a code is stored by: keyed, so that a leaked database gives nothing to try codes against, and bound to its user. */
export const backupCodeDigest = (keys: Keys, userId: string, code: string): Buffer =>
  createHmac('sha256', keys.backupCode)
    .update(`${userId} ${normalBackupCode(code)}`)
    .digest()

/** The same for every key in use: a code that was made before a key was rotated still counts. */
export const backupCodeDigests = (ring: KeyRing, userId: string, code: string): Buffer[] =>
  ring.map((keys) => backupCodeDigest(keys, userId, code))

const newBackupCode = () => {
  // 32 letters divide 256 evenly: each byte gives five unbiased bits
  const text = Array.from(randomBytes(characters), (byte) => alphabet[byte % alphabet.length]).join('')
  return text.replace(/(.{4})(?!$)/g, '$1-')
}
