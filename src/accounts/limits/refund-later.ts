import type { Deps } from '../../deps.ts'
import { refundAttempt } from './queries.ts'
import type { Limit } from './rules.ts'

/**
 * For attempts that turned out to be right, and whose transaction, which would have refunded them, was undone. If it was
 * committed after all, they are refunded twice: nobody guesses better for it.
 */
export const refundLater = ({ db, later }: Deps, limits: readonly Limit[]): void =>
  later(async () => {
    for (const limit of limits) await refundAttempt(db, limit)
  })
