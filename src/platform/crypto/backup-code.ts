import { createHmac } from 'node:crypto'
import type { KeyRing, Keys } from './keys.ts'
import { newTypedCode, normalTypedCode } from './typed-code.ts'

const characters = 16
const codes = 10

/** Ten codes of 80 bits each: `XXXX-XXXX-XXXX-XXXX`. */
export const newBackupCodes = (): string[] => Array.from({ length: codes }, () => newTypedCode(characters))

/** Keyed, so that a leaked database cannot be searched offline, and bound to its user. */
export const backupCodeDigest = (keys: Keys, userId: string, code: string): Buffer =>
  createHmac('sha256', keys.backupCode)
    .update(`${userId} ${normalTypedCode(code)}`)
    .digest()

/** One digest for every key in use, because codes outlive a rotation. */
export const backupCodeDigests = (ring: KeyRing, userId: string, code: string): Buffer[] =>
  ring.map((keys) => backupCodeDigest(keys, userId, code))
