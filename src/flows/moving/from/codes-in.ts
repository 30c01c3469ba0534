import { readBackupCodes } from '../rows/read-backup-codes.ts'
import { RowFault } from '../rows/row-fault.ts'

/** Backup codes in a list, or its JSON; nothing of a list with other things, such as hashes: their owner gets new ones. */
export const codesIn = (value: unknown): string[] | undefined => {
  const list: unknown = typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : value
  try {
    return readBackupCodes(list ?? [])
  } catch (fault) {
    if (!(fault instanceof RowFault)) throw fault
    return undefined
  }
}
