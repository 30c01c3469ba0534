import type { Deps } from '../deps.ts'
import type { Db } from './db/db.ts'
import { faultOf } from './db/failures.ts'

export type Job = {
  name: string
  everySeconds?: number
  /** @returns how many rows it handled, at most `batch` */
  run: (db: Db, batch: number, deps: Deps) => Promise<number>
}

const batch = 500
const usualSeconds = 60
/** A run ends after this many, until the next interval. */
const maxBatches = 100

/**
 * Runs each job at its interval, in small batches. Processes take different rows. A hanging job delays no other.
 * @returns a function that stops them
 */
export const startJobs = (deps: Deps, jobs: readonly Job[]): (() => void) => {
  const stopping = new AbortController()
  const isWanted = () => !stopping.signal.aborted
  for (const [index, job] of jobs.entries()) {
    noteSuccess(deps, job)
    const everyMs = (job.everySeconds ?? usualSeconds) * 1_000
    let isRunning = false
    const run = () => {
      if (isRunning) return
      isRunning = true
      deps.later(() =>
        runJob(deps, job, isWanted)
          .then(() => {})
          .finally(() => {
            isRunning = false
          }),
      )
    }
    // spread over the interval, so that they don't all need a connection at once
    const first = setTimeout(
      () => {
        run()
        const timer = setInterval(run, everyMs).unref()
        stopping.signal.addEventListener('abort', () => clearInterval(timer))
      },
      (everyMs * (index + 1)) / jobs.length,
    ).unref()
    stopping.signal.addEventListener('abort', () => clearTimeout(first))
  }
  return () => stopping.abort()
}

/** Runs every job until nothing is left to do. @returns how many rows they handled */
export const runJobs = async (deps: Deps, jobs: readonly Job[], isWanted = () => true): Promise<number> => {
  let rows = 0
  for (const job of jobs) rows += await runJob(deps, job, isWanted)
  return rows
}

const noteSuccess = ({ metrics }: Deps, { name }: Job) => metrics.jobSuccess.set({ name }, Date.now() / 1_000)

const runJob = async (deps: Deps, job: Job, isWanted: () => boolean): Promise<number> => {
  const { name, run } = job
  let rows = 0
  try {
    for (let batches = 0; isWanted() && batches < maxBatches; batches++) {
      const done = await run(deps.db, batch, deps)
      rows += done
      if (done < batch) break
    }
    noteSuccess(deps, job)
  } catch (error) {
    // outages are logged by the watch
    if (!faultOf(error)) deps.log.error({ err: error, job: name }, 'a job failed; it will run again')
  }
  return rows
}
