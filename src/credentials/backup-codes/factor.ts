import { insertEvent } from '../../accounts/events/queries.ts'
import { backupCodeDigests } from '../../platform/crypto/backup-code.ts'
import type { Factor } from '../factor.ts'
import { countBackupCodes, spendBackupCode } from './queries.ts'

/** One of the ten codes for when the authenticator is not at hand. */
export const backupCode: Factor = {
  standsAlone: false,
  isActive: async (deps, userId) => (await countBackupCodes(deps.db, userId)) > 0,
  accepts: async (deps, userId, code) =>
    deps.db.transaction(async (runner) => {
      const isSpent =
        (await spendBackupCode(runner, userId, backupCodeDigests(deps.keys, userId, code))) !== undefined
      if (isSpent) {
        const left = await countBackupCodes(runner, userId)
        await runner.run(insertEvent({ type: 'backup_code.spent', userId, detail: { left } }))
      }
      return isSpent
    }),
}
