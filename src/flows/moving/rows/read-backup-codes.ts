import { looksLikeBackupCode } from '#platform/crypto/backup-code.ts'
import { normalTypedCode } from '#platform/crypto/typed-code.ts'
import { RowFault } from './row-fault.ts'

const mostCodes = 20

/** Backup codes as their owner has them, in a list. What another system has hashed is none of them. @throws `RowFault` */
export const readBackupCodes = (value: unknown): string[] => {
  if (!Array.isArray(value) || value.length > mostCodes)
    throw badCodes(`backupCodes must be a list of ${mostCodes} at most`)
  const codes = value.map((code) => (typeof code === 'string' ? code : ''))
  if (!codes.every(looksLikeBackupCode))
    throw badCodes(
      'backup codes must be as their owner has them, 8 to 40 letters and digits each. Leave out those that are hashed: their owner gets new ones',
    )
  if (new Set(codes.map(normalTypedCode)).size < codes.length) throw badCodes('a backup code comes twice')
  return codes
}

const badCodes = (message: string) => new RowFault('backup_codes', message)
