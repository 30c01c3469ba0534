import { cameFrom } from '../../accounts/events/came-from.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import type { Client } from '../../deps.ts'
import { backupCodeDigests, looksLikeBackupCode } from '../../platform/crypto/backup-code.ts'
import type { Runner } from '../../platform/db/db.ts'
import type { CodeFactor, CodeFault } from '../credential.ts'
import {
  countBackupCodes,
  deleteBackupCodes,
  hasBackupCodes,
  isBackupCode,
  spendBackupCode,
} from './queries.ts'

/** Ten codes for when the authenticator app is not at hand. Deleted with the last second factor. */
export const backupCode: CodeFactor = {
  kind: 'backup_code',
  proves: 'second',
  amr: ['otp'],
  standsAlone: false,
  isSetUp: hasBackupCodes,
  looksLike: looksLikeBackupCode,
  check: async (deps, userId, code) => {
    const digests = backupCodeDigests(deps.keys, userId, code)
    if (!(await isBackupCode(deps.db, userId, digests))) return 'wrong'
    return { spend: (runner, client) => spend(runner, userId, digests, client) }
  },
  deleteAll: async (runner, userId) => ((await deleteBackupCodes(runner, userId)) ? ['backup_code'] : []),
  deleteSince: async (runner, userId, { hadFactor, ...since }) =>
    (await deleteBackupCodes(runner, userId, hadFactor ? since : undefined)) ? ['backup_code'] : [],
}

const spend = async (
  runner: Runner,
  userId: string,
  digests: Uint8Array[],
  client: Client,
): Promise<CodeFault | undefined> => {
  if (!(await spendBackupCode(runner, userId, digests))) return 'wrong'
  const left = await countBackupCodes(runner, userId)
  await recordEvent(runner, { type: 'backup_code.spent', userId, ...cameFrom(client), detail: { left } })
  return undefined
}
