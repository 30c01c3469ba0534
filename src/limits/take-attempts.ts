import type { Deps } from '../deps.ts'
import { tooManyAttempts } from '../errors.ts'
import { takeAttempt } from './queries.ts'
import type { Limit } from './rules.ts'

/**
 * Counts one attempt against each limit, in order, before anything is looked at. Who is refused by one limit is not
 * counted by those after it.
 *
 * @returns how many free attempts the last limit leaves. @throws 429 when one of them says to wait
 */
export const takeAttempts = async (deps: Deps, limits: readonly Limit[]): Promise<number> => {
  let left = Number.POSITIVE_INFINITY
  for (const limit of limits) {
    const { count, waitSeconds } = await takeAttempt(deps.db, limit)
    if (waitSeconds > 0) throw tooManyAttempts(waitSeconds)
    left = Math.max(0, limit.rule.free - count)
  }
  return left
}
