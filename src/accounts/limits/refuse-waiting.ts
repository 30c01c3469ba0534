import type { Deps } from '../../deps.ts'
import { findCounted } from './queries/attempts.ts'
import { refusedBy } from './refused.ts'
import type { Limit } from './rules.ts'

/** Counts no attempt. @throws 429 while one of them has to wait */
export const refuseWaiting = async (deps: Deps, limits: readonly Limit[]): Promise<void> => {
  for (const limit of limits) {
    const counted = await findCounted(deps.db, limit)
    if (counted && counted.waitSeconds > 0) throw refusedBy(deps, limit, counted)
  }
}
