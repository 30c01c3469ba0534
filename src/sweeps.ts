import { sweepFormerEmails } from './account/email/queries.ts'
import { sweepAccounts } from './account/forget.ts'
import { sweepCalls } from './changelog/deprecations/queries.ts'
import type { Db } from './db/db.ts'
import type { Deps } from './deps.ts'
import { sweepAttempts } from './limits/queries.ts'
import { sweepMailLinks } from './links/queries.ts'
import { sweepCodes, sweepLinks, sweepTransactions } from './oauth/queries.ts'
import { callForgotten, sweepOutbox } from './outbox/queries.ts'
import { sweepSessions } from './sessions/queries.ts'
import { sweepChallenges, sweepEnrolments } from './two-factor/queries.ts'
import { sweepResets } from './two-factor/reset/advance.ts'
import { sweepKnownAddresses } from './users/queries.ts'

const sweeps: ((db: Db, batch: number, deps: Deps) => Promise<number>)[] = [
  sweepAccounts,
  sweepSessions,
  sweepAttempts,
  sweepCodes,
  sweepTransactions,
  sweepLinks,
  sweepKnownAddresses,
  sweepChallenges,
  sweepEnrolments,
  sweepCalls,
  callForgotten,
  sweepOutbox,
  sweepMailLinks,
  sweepFormerEmails,
  sweepResets,
]

const batch = 500
const pauseMs = 60_000

/**
 * Deletes dead rows now and then, in batches so small that nobody waits for them. Processes that sweep at the same
 * time take different rows.
 *
 * @returns a function that stops it
 */
export const startSweeps = (deps: Deps): (() => void) => {
  const timer = setInterval(() => deps.later(async () => void (await sweepAll(deps))), pauseMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Every sweep once, until it has nothing left to do. @returns how many rows were deleted */
export const sweepAll = async (deps: Deps): Promise<number> => {
  let deleted = 0
  for (const sweep of sweeps) {
    let rows = batch
    while (rows === batch) {
      rows = await sweep(deps.db, batch, deps)
      deleted += rows
    }
  }
  return deleted
}
