import { actsOf, factorRemovalsOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import type { Deps } from '../../deps.ts'
import { invalidServiceKey } from '../../platform/errors.ts'
import { findQuota } from './queries.ts'

/**
 * Counts a service key's changes and removals, so that a stolen key does little before it is noticed.
 * @throws 429 beyond what the key may do
 */
export const takeQuota = async (
  deps: Pick<Deps, 'db' | 'metrics'>,
  keyId: string,
  { isRemoval = false } = {},
): Promise<void> => {
  const quota = await findQuota(deps.db, keyId)
  if (!quota) throw invalidServiceKey()
  await takeAttempts(deps, [
    actsOf(keyId, quota.actsPerHour),
    ...(isRemoval ? [factorRemovalsOf(keyId, quota.removalsPerDay)] : []),
  ])
}
