import { backupCode } from './backup-codes/factor.ts'
import type { Factor } from './factor.ts'
import { totp } from './totp/factor.ts'

export const factors = {
  totp,
  backup_code: backupCode,
} satisfies Record<string, Factor>
