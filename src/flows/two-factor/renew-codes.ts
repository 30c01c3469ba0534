import type { BackupCodes } from '../../../contract/wire.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { changesOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { lockUser } from '../../accounts/users/queries.ts'
import { replaceBackupCodes } from '../../credentials/backup-codes/queries.ts'
import { activeMethods } from '../../credentials/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { backupCodeDigest, newBackupCodes } from '../../platform/crypto/backup-code.ts'
import { notConfigured } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { checkCode, type FactorAnswer } from '../../sessions/proof/check-code.ts'
import { requireRecentFirstFactor } from '../../sessions/proof/fresh-proof.ts'

/**
 * Replaces the backup codes, for someone who proves both factors.
 * @throws 400 `not_configured`, 403 `reauthentication_required`, 401 `wrong_code`, 429
 */
export const renewBackupCodes = async (
  deps: Deps,
  bearer: Bearer,
  { password, ...answer }: FactorAnswer & { password?: string | undefined },
  client: Client,
): Promise<BackupCodes> => {
  const { userId, sessionId } = bearer
  const methods = await activeMethods(deps.db, userId)
  if (methods.length === 0) throw notConfigured()
  await requireRecentFirstFactor(deps, bearer, password, client, methods)
  await takeAttempts(deps, [changesOf(userId, 'backup code')])
  await checkCode(deps, userId, answer, { client })
  const backup = newBackupCodes()
  const digests = backup.map((code) => backupCodeDigest(deps.keys[0], userId, code))
  await deps.db.transaction(async (runner) => {
    // serialises simultaneous renewals
    await lockUser(runner, userId)
    if ((await activeMethods(runner, userId)).length === 0) throw notConfigured()
    await replaceBackupCodes(runner, userId, digests)
    const { address } = client
    await recordEvent(runner, { type: 'backup_codes.renewed', userId, sessionId, address })
  })
  return { backup }
}
