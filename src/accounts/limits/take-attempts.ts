import type { Deps } from '../../deps.ts'
import { tooManyAttempts } from '../../platform/errors.ts'
import { type Counted, takeAttempt } from './queries.ts'
import type { Limit, Rule } from './rules.ts'

/** What is left of the attempts on an account. */
export type Taken = {
  /** How many may follow without a wait. */
  left: number
  /** Whether this was the last that is looked at. */
  isLast: boolean
}

/**
 * Counts one attempt against each limit, in order, before anything is looked at. Who is refused by one limit is not
 * counted by those after it.
 *
 * @throws 429 when one of them says to wait
 */
export const takeAttempts = async (deps: Deps, limits: readonly Limit[]): Promise<Taken> => {
  let left = Number.POSITIVE_INFINITY
  let isLast = false
  for (const { rule, ...limit } of limits) {
    const counted = await takeAttempt(deps.db, { ...limit, rule })
    if (counted.waitSeconds > 0) throw tooManyAttempts(counted.waitSeconds)
    const leftInARow = inARowLeft(rule, counted)
    left = Math.min(left, leftInARow, freeLeft(rule, counted))
    isLast ||= leftInARow === 0
  }
  return { left, isLast }
}

// a limit by address says nothing about the account
const freeLeft = (rule: Rule, { count }: Counted) =>
  rule.wait === 'window' ? Number.POSITIVE_INFINITY : Math.max(0, rule.free - count)

const inARowLeft = (rule: Rule, { inARow }: Counted) =>
  rule.wait === 'window' || rule.inARow === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(0, rule.inARow - inARow)
