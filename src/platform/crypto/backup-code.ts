import type { KeyRing, Keys } from './keys.ts'
import { looksTyped, newTypedCode, typedCodeDigest } from './typed-code.ts'

const characters = 16
const codes = 10

/** Ten codes of 80 bits each: `XXXX-XXXX-XXXX-XXXX`. */
export const newBackupCodes = (): string[] => Array.from({ length: codes }, () => newTypedCode(characters))

export const looksLikeBackupCode = (typed: string): boolean => looksTyped(typed, characters)

export const backupCodeDigest = (keys: Keys, userId: string, code: string): Buffer =>
  typedCodeDigest(keys.backupCode, userId, code)

/** One digest for every key in use, because codes outlive a rotation. */
export const backupCodeDigests = (ring: KeyRing, userId: string, code: string): Buffer[] =>
  ring.map((keys) => backupCodeDigest(keys, userId, code))
