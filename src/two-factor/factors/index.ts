import { backupCode } from './backup-code.ts'
import type { Factor } from './factor.ts'
import { totp } from './totp.ts'

/** Every second factor, by the name that requests call it by. */
export const factors = {
  totp,
  backup_code: backupCode,
} satisfies Record<string, Factor>
