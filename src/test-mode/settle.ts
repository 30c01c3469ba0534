import { feedEvents } from '../accounts/events/feed.ts'
import type { Deps } from '../deps.ts'
import { deliverDue } from '../messages/outbox/deliver.ts'
import { channels, jobs } from '../modules.ts'
import { runJobs } from '../platform/jobs.ts'

const atOnce = 500
// a job that always finds something would never end
const maxRounds = 100

/** Mails to strangers wait for a random moment, which says nothing about an account. A test needs no such secrets. */
const withoutDelay = `
  update outbox
  set due_at = now()
  where ended_at is null and attempts = 0 and due_at > now() and due_at < now() + interval '10 seconds'`

/** Writes the notices of what has happened, and delivers every mail that is due. */
export const deliverAll = async (deps: Deps): Promise<void> => {
  while ((await feedEvents(deps.db, atOnce, deps)) > 0);
  await deps.db.script(withoutDelay)
  await deliverDue(deps, channels)
}

/** Does everything that is due, and what becomes due by that: deletions, reminders, ends of waiting periods. */
export const settle = async (deps: Deps): Promise<void> => {
  for (let round = 0; round < maxRounds; round++) {
    await deliverAll(deps)
    if ((await runJobs(deps, jobs)) === 0) return
  }
}
