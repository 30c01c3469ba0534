import { sweepFormerEmails } from './account/email/queries.ts'
import { sweepAccounts, sweepDeparted } from './account/forget.ts'
import { sweepEvents } from './audit/forget.ts'
import { sweepCalls } from './changelog/deprecations/queries.ts'
import type { Db } from './db/db.ts'
import { faultOf } from './db/failures.ts'
import type { Deps } from './deps.ts'
import { sweepAttempts } from './limits/queries.ts'
import { sweepMailLinks } from './links/queries.ts'
import { sweepCodes, sweepLinks, sweepTransactions } from './oauth/queries.ts'
import { callForgotten, sweepOutbox } from './outbox/queries.ts'
import { sweepSessions } from './sessions/queries.ts'
import { sweepChallenges, sweepEnrolments } from './two-factor/queries.ts'
import { sweepResets } from './two-factor/reset/advance.ts'
import { sweepKnownAddresses } from './users/queries.ts'

/** Something to be done now and then: `run` deals with up to `batch` rows and says how many there were. */
export type Job = { name: string; run: (db: Db, batch: number, deps: Deps) => Promise<number> }

const jobs: readonly Job[] = [
  { name: 'remove closed accounts', run: sweepAccounts },
  { name: 'forget departed users', run: sweepDeparted },
  { name: 'advance two-factor resets', run: sweepResets },
  { name: 'call forgotten mails', run: callForgotten },
  { name: 'delete sessions', run: sweepSessions },
  { name: 'delete attempts', run: sweepAttempts },
  { name: 'delete sign-in codes', run: sweepCodes },
  { name: 'delete provider sign-ins', run: sweepTransactions },
  { name: 'delete provider links', run: sweepLinks },
  { name: 'delete known addresses', run: sweepKnownAddresses },
  { name: 'delete challenges', run: sweepChallenges },
  { name: 'delete enrolments', run: sweepEnrolments },
  { name: 'delete deprecated calls', run: sweepCalls },
  { name: 'delete mails', run: sweepOutbox },
  { name: 'delete mail links', run: sweepMailLinks },
  { name: 'delete former addresses', run: sweepFormerEmails },
  { name: 'delete old events', run: sweepEvents },
]

const batch = 500
const pauseMs = 60_000
/** However much one job finds to do, the others have their turn after that. */
const maxBatches = 100

/**
 * Runs the jobs now and then, in batches so small that nobody waits for them. Processes that do so at the same time take
 * different rows.
 *
 * @returns a function that stops it
 */
export const startJobs = (deps: Deps): (() => void) => {
  let isRunning = false
  let isWanted = true
  const round = async () => {
    if (isRunning) return
    isRunning = true
    await runJobs(deps, jobs, () => isWanted).finally(() => {
      isRunning = false
    })
  }
  const timer = setInterval(() => deps.later(round), pauseMs)
  timer.unref()
  return () => {
    isWanted = false
    clearInterval(timer)
  }
}

/** Every job once, until it has nothing left to do. @returns how many rows they dealt with */
export const runJobs = async (
  deps: Deps,
  all: readonly Job[] = jobs,
  isWanted = () => true,
): Promise<number> => {
  let rows = 0
  for (const job of all) rows += await runJob(deps, job, isWanted)
  return rows
}

/** One that fails is named in the log, and keeps no other from its work. */
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
    if (!faultOf(error))
      deps.log.error({ err: error, job: name }, 'a job failed; it is run again in a minute')
  }
  return rows
}
