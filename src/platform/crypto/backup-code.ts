import { createHmac } from 'node:crypto'
import type { KeyRing, Keys } from './keys.ts'
import { newTypedCode, normalTypedCode } from './typed-code.ts'

const characters = 16
const codes = 10

/** Ten new backup codes of 80 bits, as they are shown: `XXXX-XXXX-XXXX-XXXX`. */
export const newBackupCodes = (): string[] => Array.from({ length: codes }, () => newTypedCode(characters))

/** What a code is stored by: keyed, so that a leaked database gives nothing to try codes against, and bound to its user. */
export const backupCodeDigest = (keys: Keys, userId: string, code: string): Buffer =>
  createHmac('sha256', keys.backupCode)
    .update(`${userId} ${normalTypedCode(code)}`)
    .digest()

/** The same for every key in use: a code that was made before a key was rotated still counts. */
export const backupCodeDigests = (ring: KeyRing, userId: string, code: string): Buffer[] =>
  ring.map((keys) => backupCodeDigest(keys, userId, code))
