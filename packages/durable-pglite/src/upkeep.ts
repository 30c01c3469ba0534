import type { PGlite } from '@electric-sql/pglite'
import { checkpointIfDue } from './checkpoint.ts'
import { vacuumWhatIsDue } from './vacuum.ts'

type Duty = {
  everyMs: number
  /** @param isWanted whether it may still begin something */
  work: (pglite: PGlite, isWanted: () => boolean) => Promise<void>
}

const duties: Duty[] = [
  { everyMs: 60_000, work: checkpointIfDue },
  { everyMs: 10 * 60_000, work: vacuumWhatIsDue },
]

export type Upkeep = {
  /** Keeps the whole log until `resume`, for a copy that needs it. */
  pause(): void
  resume(): void
  stop(): void
}

/** Does what PostgreSQL's background processes do, which PGlite lacks. */
export const startUpkeep = (pglite: PGlite): Upkeep => {
  let isPaused = false
  let isStopped = false
  const isWanted = () => !isPaused && !isStopped
  // a full disk is tried again; broken storage is reported elsewhere
  const timers = duties.map(({ everyMs, work }) =>
    setInterval(() => void work(pglite, isWanted).catch(() => {}), everyMs).unref(),
  )
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
