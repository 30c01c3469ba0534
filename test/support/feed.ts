import { setTimeout as sleep } from 'node:timers/promises'
import { feedEvents } from '../../src/accounts/events/feed.ts'
import type { Deps } from '../../src/deps.ts'
import { sql } from './sql.ts'

/** Feeds every event that has happened, so that the notices of them are in the outbox. The service's worker takes part. */
export const feedAll = async ({ db, log, config }: Pick<Deps, 'db' | 'log' | 'config'>): Promise<void> => {
  while ((await db.run(sql`select from unfed limit 1`)).length > 0)
    if ((await feedEvents(db, 500, { log, config })) === 0) await sleep(5)
}
