import type { PGlite } from '@electric-sql/pglite'
import { checkpointIfDue } from './checkpoint.ts'
import { vacuumWhatIsDue } from './vacuum.ts'

export type Upkept = {
  pglite: PGlite
  /** Where its files are. */
  database: string
  /** Whether more may be begun. */
  isWanted(): boolean
}

type Duty = { everyMs: number; work: (upkept: Upkept) => Promise<void> }

const duties: Duty[] = [
  { everyMs: 60_000, work: checkpointIfDue },
  { everyMs: 10 * 60_000, work: vacuumWhatIsDue },
]

export type Upkeep = {
  /** Until `resume`, the whole log is kept, for a copy that needs it, and does not grow by vacuums. */
  pause(): void
  resume(): void
  stop(): void
}

/** Does what PostgreSQL's background processes do, which PGlite lacks. */
export const startUpkeep = (pglite: PGlite, database: string): Upkeep => {
  let isPaused = false
  let isStopped = false
  const upkept = { pglite, database, isWanted: () => !isPaused && !isStopped }
  const timers = duties.map(({ everyMs, work }) => {
    let isUnderWay = false
    const begin = async () => {
      if (isUnderWay) return
      isUnderWay = true
      // a full disk is tried again; broken storage is reported elsewhere
      await work(upkept).catch(() => {})
      isUnderWay = false
    }
    return setInterval(() => void begin(), everyMs).unref()
  })
  return {
    pause: () => {
      isPaused = true
    },
    resume: () => {
      isPaused = false
    },
    stop: () => {
      isStopped = true
      for (const timer of timers) clearInterval(timer)
    },
  }
}
