import { actsOf, factorRemovalsOf, type Limit } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import type { Deps } from '../../deps.ts'
import { invalidServiceKey } from '../../platform/errors.ts'
import { findQuota, type Quota } from './queries.ts'

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
  await takeAttempts(deps, quotaLimits(keyId, quota, isRemoval))
}

/** What an act counts against. @param actorId of the key, or of an operator's account */
export const quotaLimits = (
  actorId: string,
  { actsPerHour, removalsPerDay }: Quota,
  isRemoval: boolean,
): Limit[] => [
  actsOf(actorId, actsPerHour),
  ...(isRemoval ? [factorRemovalsOf(actorId, removalsPerDay)] : []),
]
