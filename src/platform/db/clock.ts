import type { Logger } from 'pino'
import { type Db, firstRow } from './db.ts'

// relative drift between two healthy clocks is below this
const drift = 0.001
const toleranceMs = 1_000

// anything dated further ahead is from before the clock went back
const maxAheadSeconds = 1

/** False for dates in a future that the database's clock has left. */
export const isWithin = (secondsAgo: number, maxSeconds: number): boolean =>
  secondsAgo > -maxAheadSeconds && secondsAgo <= maxSeconds

type DatabaseClock = {
  /** @param askedMs when the query was sent, on the monotonic clock */
  see(at: Date, askedMs: number): void
  /** False if a clock that went back may make that date look younger than it is. */
  isCertain(at: Date): boolean
}

/**
 * Compares the database's clock with a monotonic one. After it went back, earlier dates are ambiguous until it passes
 * that time again.
 * @param noticeStep called with how far it went back, in milliseconds
 */
export const databaseClock = (
  noticeStep: (backMs: number) => void,
  monotonicMs: () => number = () => performance.now(),
): DatabaseClock => {
  let last = { databaseMs: Number.NEGATIVE_INFINITY, seenMs: 0 }
  let doubtfulUntilMs = Number.NEGATIVE_INFINITY
  const expectedMs = (atMs: number, pace: number) => last.databaseMs + (atMs - last.seenMs) * pace

  return {
    see: (at, askedMs) => {
      const nowMs = monotonicMs()
      const databaseMs = at.getTime()
      const backMs = expectedMs(askedMs, 1 - drift) - databaseMs
      if (backMs > toleranceMs) {
        doubtfulUntilMs = Math.max(doubtfulUntilMs, expectedMs(nowMs, 1 + drift) + toleranceMs)
        noticeStep(backMs)
      } else if (databaseMs < expectedMs(nowMs, 1 - drift)) return
      last = { databaseMs, seenMs: nowMs }
    },
    isCertain: (at) => at.getTime() > doubtfulUntilMs,
  }
}

type Given = { db: Db; log: Logger }

export const clockOf = ({ db, log }: Given): DatabaseClock => {
  const known = clocks.get(db)
  if (known) return known
  const clock = databaseClock((backMs) =>
    log.warn({ seconds: Math.round(backMs / 1_000) }, "the database's clock went back"),
  )
  clocks.set(db, clock)
  return clock
}

const clocks = new WeakMap<Db, DatabaseClock>()

/** What it was compared with is another time's. */
export const forgetClock = (db: Db): void => void clocks.delete(db)

export const watchClock = async (given: Given): Promise<void> => {
  const askedMs = performance.now()
  const row = await firstRow(given.db, 'watchClock')<{ at: Date }>`select now() as at`
  if (row) clockOf(given).see(row.at, askedMs)
}
