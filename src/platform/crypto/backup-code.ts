import type { KeyRing, Keys } from './keys.ts'
import { newTypedCode, normalTypedCode, typedCodeDigest } from './typed-code.ts'

const characters = 16
const codes = 10

/** Ten codes of 80 bits each: `XXXX-XXXX-XXXX-XXXX`. */
export const newBackupCodes = (): string[] => Array.from({ length: codes }, () => newTypedCode(characters))

/** Other systems, whose codes may have come along, have shorter ones, longer ones and other letters. */
const shape = /^[0-9A-Z]{8,40}$/

export const looksLikeBackupCode = (typed: string): boolean => shape.test(normalTypedCode(typed))

export const backupCodeDigest = (keys: Keys, userId: string, code: string): Buffer =>
  typedCodeDigest(keys.backupCode, userId, code)

/** One digest for every key in use, because codes outlive a rotation. */
export const backupCodeDigests = (ring: KeyRing, userId: string, code: string): Buffer[] =>
  ring.map((keys) => backupCodeDigest(keys, userId, code))
