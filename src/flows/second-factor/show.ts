import type { TwoFactorSettings } from '#contract/wire.ts'
import { countBackupCodes } from '../../credentials/backup-codes/queries.ts'
import { listPasskeys } from '../../credentials/passkeys/queries/passkeys.ts'
import { activeMethods } from '../../credentials/queries.ts'
import { findResetOf } from '../../credentials/resets/queries.ts'
import { listAuthenticators } from '../../credentials/totp/queries/authenticators.ts'
import { findEnrolmentEnd } from '../../credentials/totp/queries/enrolments.ts'
import type { Deps } from '../../deps.ts'

export const showTwoFactor = async ({ db }: Pick<Deps, 'db'>, userId: string): Promise<TwoFactorSettings> => {
  const methods = await activeMethods(db, userId)
  const [first] = await listAuthenticators(db, userId)
  const keys = await listPasskeys(db, userId)
  const since = [first?.createdAt, ...keys.map((key) => key.secondFactorSince)].flatMap(
    (at) => at?.getTime() ?? [],
  )
  const pendingUntil = await findEnrolmentEnd(db, userId)
  const reset = await findResetOf(db, userId)
  return {
    enabled: methods.length > 0,
    confirmedAt: since.length > 0 ? new Date(Math.min(...since)).toISOString() : null,
    methods,
    backupCodesLeft: await countBackupCodes(db, userId),
    pendingUntil: pendingUntil?.toISOString() ?? null,
    removesAt: reset?.removesAt.toISOString() ?? null,
  }
}
