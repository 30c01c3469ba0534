import type { Deps } from '../../deps.ts'
import { backupCodeDigest, newBackupCodes } from '../../platform/crypto/backup-code.ts'

/** New codes to show once, and the digests to store. */
export type FreshCodes = { backup: string[]; digests: Buffer[] }

export const freshCodes = ({ keys }: Pick<Deps, 'keys'>, userId: string): FreshCodes => {
  const backup = newBackupCodes()
  return { backup, digests: backup.map((code) => backupCodeDigest(keys[0], userId, code)) }
}
