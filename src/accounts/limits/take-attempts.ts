import type { Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { type Counted, takeAttempt } from './queries/attempts.ts'
import { refusedBy } from './refused.ts'
import type { Limit, Rule } from './rules.ts'

export type Taken = {
  left: number
  /** Whether this is the last one before the cap. */
  isLast: boolean
}

/**
 * Counts one attempt against each limit in order, before anything is checked. A refusal by one limit does not count
 * against later ones, and in a transaction undoes earlier ones.
 * @throws 429 with the wait
 */
export const takeAttempts = async (
  deps: Pick<Deps, 'metrics'> & { db: Runner },
  limits: readonly Limit[],
): Promise<Taken> => {
  let left = Number.POSITIVE_INFINITY
  let isLast = false
  for (const limit of limits) {
    const { rule } = limit
    const counted = await takeAttempt(deps.db, limit)
    if (counted.waitSeconds > 0) throw refusedBy(deps, limit, counted)
    const leftInARow = inARowLeft(rule, counted)
    left = Math.min(left, leftInARow, freeLeft(rule, counted))
    isLast ||= leftInARow === 0
  }
  return { left, isLast }
}

// limits by client address say nothing about the account
const freeLeft = (rule: Rule, { count }: Counted) =>
  rule.wait === 'window' ? Number.POSITIVE_INFINITY : Math.max(0, rule.free - count)

const inARowLeft = (rule: Rule, { inARow }: Counted) =>
  rule.wait === 'window' || rule.inARow === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(0, rule.inARow - inARow)
