import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { allowDeletion, deleteEvents } from './queries.ts'

/** Deletes up to `batch` events older than `EVENTS_DAYS`. @returns how many */
export const sweepEvents = async (
  db: Db,
  batch: number,
  { config }: Pick<Deps, 'config'>,
): Promise<number> => {
  const days = config.eventsDays
  if (days === 0) return 0
  return db.transaction(async (runner) => {
    await allowDeletion(runner, days)
    return deleteEvents(runner, days, batch)
  })
}
