import type { TwoFactorSettings } from '../../../contract/wire.ts'
import { activeMethods } from '../../credentials/methods.ts'
import type { Deps } from '../../deps.ts'
import { findSettings } from './queries.ts'

/** The state of a user's second factor. */
export const showTwoFactor = async (deps: Deps, userId: string): Promise<TwoFactorSettings> => {
  const settings = await findSettings(deps.db, userId)
  const methods = await activeMethods(deps, userId)
  return {
    enabled: methods.length > 0,
    confirmedAt: settings?.confirmedAt?.toISOString() ?? null,
    methods,
    backupCodesLeft: settings?.backupCodesLeft ?? 0,
    pendingUntil: settings?.pendingUntil?.toISOString() ?? null,
    removesAt: settings?.removesAt?.toISOString() ?? null,
  }
}
