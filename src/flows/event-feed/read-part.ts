import {
  type EmptyPlace,
  type FedEvent,
  type FeedPlace,
  lastFed,
  listFed,
} from '../../accounts/events/reading/queries.ts'
import type { Runner } from '../../platform/db/db.ts'
import { cursorExpired } from '../../platform/errors.ts'
import type { After } from './cursor.ts'

/** Some events in order, and where the next part begins. */
export type Part = { events: FedEvent[]; place: FeedPlace; isLast: boolean }

/**
 * Reads up to `limit` events on from a place.
 * @throws 410 if what follows it is no longer kept, or the place is of another history: a backup was restored
 */
export const readPart = async (runner: Runner, after: After, limit: number): Promise<Part> => {
  // first, so that nothing that comes meanwhile is passed over
  const last = await lastFed(runner)
  if (after === 'now') return { events: [], place: last, isLast: true }
  const rows = after ? await listAfter(runner, after, limit) : await listFed(runner, '0', limit)
  const events = rows.filter(isKept)
  if (after && (rows.length === 0 ? last.seq !== after.seq : events.length < rows.length))
    throw cursorExpired()
  return { events, place: rows.at(-1) ?? after ?? last, isLast: rows.length < limit }
}

/** Numbers have no gaps: a row that is neither this place nor the next one comes after some that were deleted. */
const listAfter = async (runner: Runner, { seq, atMs }: FeedPlace, limit: number) => {
  const rows = await listFed(runner, seq, limit + 1)
  const [first] = rows
  if (first?.seq === seq && first.atMs === atMs) return rows.slice(1)
  if (first && BigInt(first.seq) !== BigInt(seq) + 1n) throw cursorExpired()
  return rows.slice(0, limit)
}

const isKept = (row: FedEvent | EmptyPlace): row is FedEvent => row.at !== null
