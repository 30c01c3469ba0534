import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { deleteFeed } from './queries/feed.ts'
import { allowDeletion, deleteEvents } from './queries/retention.ts'

/** Deletes up to `batch` events older than `EVENTS_DAYS`. @returns how many */
export const sweepEvents = async (
  db: Db,
  batch: number,
  { config }: Pick<Deps, 'config'>,
): Promise<number> => {
  const days = config.eventsDays
  if (days === 0) return 0
  return db.transaction(async (runner) => {
    const leastDays = await allowDeletion(runner, days)
    return deleteEvents(runner, leastDays, batch)
  })
}

/** No reader is so far behind. */
const feedDays = 30

/** Deletes up to `batch` rows of the feed that are older, or whose events are gone. @returns how many */
export const sweepFeed = (db: Db, batch: number, { config }: Pick<Deps, 'config'>): Promise<number> =>
  deleteFeed(db, Math.min(feedDays, config.eventsDays || feedDays), batch)
