import type { Deps } from '../deps.ts'
import type { Db } from './db/db.ts'
import { faultOf } from './db/failures.ts'

/** Something to be done again and again. */
export type Job = {
  /** Names it in the log. */
  name: string
  /** A minute unless said. */
  everySeconds?: number
  /** Deals with up to `batch` rows. @returns how many there were */
  run: (db: Db, batch: number, deps: Deps) => Promise<number>
}

const batch = 500
const usualSeconds = 60
/** However much one finds to do, it is over after that until its next turn. */
const maxBatches = 100

/**
 * Runs each job at its interval, in batches so small that nobody waits for them. Processes that run the same job at the
 * same time take different rows. One that hangs holds up only itself.
 *
 * @returns a function that stops them
 */
export const startJobs = (deps: Deps, jobs: readonly Job[]): (() => void) => {
  const stopping = new AbortController()
  const isWanted = () => !stopping.signal.aborted
  for (const [index, job] of jobs.entries()) {
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
    // spread over the interval, so that they do not all ask for a connection at the same moment
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

/** Every job once, until it has nothing left to do. @returns how many rows they dealt with */
export const runJobs = async (deps: Deps, jobs: readonly Job[], isWanted = () => true): Promise<number> => {
  let rows = 0
  for (const job of jobs) rows += await runJob(deps, job, isWanted)
  return rows
}

/** One that fails is named in the log, and holds up no other. */
const runJob = async (deps: Deps, { name, run }: Job, isWanted: () => boolean): Promise<number> => {
  let rows = 0
  try {
    for (let batches = 0; isWanted() && batches < maxBatches; batches++) {
      const done = await run(deps.db, batch, deps)
      rows += done
      if (done < batch) break
    }
  } catch (error) {
    // of an outage the watch tells
    if (!faultOf(error)) deps.log.error({ err: error, job: name }, 'a job failed; it will run again')
  }
  return rows
}
