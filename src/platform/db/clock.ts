import type { Logger } from 'pino'
import { type Db, first } from './db.ts'
import { query } from './sql.ts'

// Two clocks that are not one drift apart: by less than this, or one of them is broken.
const drift = 0.001
const toleranceMs = 1_000

// dated further ahead: from before the clock went back
const maxAheadSeconds = 1

/** Whether something is no older than that, and not of a future that the database's clock has left. */
export const isWithin = (secondsAgo: number, maxSeconds: number): boolean =>
  secondsAgo > -maxAheadSeconds && secondsAgo <= maxSeconds

/** What a process knows of the database's clock. */
export type DatabaseClock = {
  /** Notes what time it was by the database, at the earliest when it was asked. */
  see(at: Date, askedMs: number): void
  /** Whether something of that date is as old as it looks: false for what a clock that went back made look younger. */
  isCertain(at: Date): boolean
}

/**
 * Compares the database's clock with one that cannot be set. Whatever is dated before the time from which the clock went
 * back cannot be told from something older, until the clock has passed that time again.
 *
 * @param noticeStep told how far it went back
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

/** The clock of a database, as this process has seen it so far. */
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

/** Looks at the clock once, so that a process knows of it from its start. */
export const watchClock = async (given: Given): Promise<void> => {
  const askedMs = performance.now()
  const row = await first<{ at: Date }>(given.db, query('watchClock')`select now() as at`)
  if (row) clockOf(given).see(row.at, askedMs)
}
