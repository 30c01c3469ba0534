import type { BackupCodes } from '#contract/wire.ts'
import { cameFrom } from '../../accounts/events/came-from.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { refuseWaiting } from '../../accounts/limits/refuse-waiting.ts'
import { changesOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { lockUser } from '../../accounts/users/queries/users.ts'
import { freshCodes } from '../../credentials/backup-codes/fresh.ts'
import { replaceBackupCodes } from '../../credentials/backup-codes/queries.ts'
import { activeMethods } from '../../credentials/queries.ts'
import { deleteDevices } from '../../credentials/trusted-devices/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { notConfigured, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { type BothFactors, proveBothFactors } from '../../sessions/proof/both-factors.ts'
import type { SpendFactor } from '../../sessions/proof/use-factor.ts'
import { holdSession } from '../../sessions/queries/sessions.ts'

/**
 * Replaces the backup codes, for someone who proves both factors.
 * @throws 400 `not_configured`, 403 `reauthentication_required`, 401 `wrong_code`, `invalid_credentials` or `unauthorized`, 429
 */
export const renewBackupCodes = async (
  deps: Deps,
  bearer: Bearer,
  proof: BothFactors,
  client: Client,
): Promise<BackupCodes> => {
  const { userId, sessionId } = bearer
  const methods = await activeMethods(deps.db, userId)
  if (methods.length === 0) throw notConfigured()
  const renewals = [changesOf(userId, 'backup code')]
  await refuseWaiting(deps, renewals)
  const use = await proveBothFactors(deps, bearer, proof, methods, client)
  const { backup, digests } = freshCodes(deps, userId)
  const renew = async (runner: Runner, spend: SpendFactor) => {
    // serialises simultaneous renewals
    await lockUser(runner, userId)
    const maker = await holdSession(runner, bearer)
    if (!maker) throw unauthorized()
    if ((await activeMethods(runner, userId)).length === 0) throw notConfigured()
    await spend(runner)
    // counted once both are proven, or a stolen token could use them up
    await takeAttempts({ ...deps, db: runner }, renewals)
    await replaceBackupCodes(runner, userId, digests, maker)
    await deleteDevices(runner, userId)
    await recordEvent(runner, { type: 'backup_codes.renewed', userId, sessionId, ...cameFrom(client) })
  }
  await use((spend) => deps.db.transaction((runner) => renew(runner, spend)))
  return { backup }
}
