import { recordEvent } from '../../accounts/events/record.ts'
import { backupCodeDigests } from '../../platform/crypto/backup-code.ts'
import type { CodeFactor } from '../credential.ts'
import { countBackupCodes, deleteBackupCodes, hasBackupCodes, spendBackupCode } from './queries.ts'

/** Ten codes for when the authenticator app is not at hand. Deleted with the last second factor. */
export const backupCode: CodeFactor = {
  kind: 'backup_code',
  proves: 'second',
  standsAlone: false,
  isSetUp: hasBackupCodes,
  check: async (deps, userId, code) => async (runner) => {
    if (!(await spendBackupCode(runner, userId, backupCodeDigests(deps.keys, userId, code)))) return 'wrong'
    const left = await countBackupCodes(runner, userId)
    await recordEvent(runner, { type: 'backup_code.spent', userId, detail: { left } })
    return 'accepted'
  },
  deleteAll: async (runner, userId) => ((await deleteBackupCodes(runner, userId)) ? ['backup_code'] : []),
  deleteSince: async (runner, userId, { changedAt, hadFactor }) =>
    (await deleteBackupCodes(runner, userId, hadFactor ? changedAt : null)) ? ['backup_code'] : [],
}
