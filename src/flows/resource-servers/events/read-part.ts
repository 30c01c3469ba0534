import {
  type EmptyPlace,
  type FedEvent,
  type FeedPlace,
  lastFed,
  listFed,
} from '#accounts/events/queries/read-feed.ts'
import type { Runner } from '#platform/db/db.ts'
import { cursorExpired } from '#platform/errors.ts'
import type { After } from './cursor.ts'

/** Some events in order, and where the next part begins. */
type Part = { events: FedEvent[]; place: FeedPlace; isLast: boolean }

/**
 * Reads up to `limit` events on from a place.
 * @throws 410 if what follows it is no longer kept, or the place is of another history: a backup was restored
 */
export const readPart = async (runner: Runner, after: After, limit: number): Promise<Part> => {
  // first, so that nothing that comes meanwhile is passed over
  const last = await lastFed(runner)
  if (after === 'now') return { events: [], place: last, isLast: true }
  if (!after) return readOldest(runner, last, limit)
  const rows = await listAfter(runner, after, limit)
  const events = rows.filter(isKept)
  if (rows.length === 0 ? last.seq !== after.seq : events.length < rows.length) throw cursorExpired()
  return { events, place: rows.at(-1) ?? after, isLast: rows.length < limit }
}

/** Passes over places whose events are gone. */
const readOldest = async (runner: Runner, last: FeedPlace, limit: number): Promise<Part> => {
  for (let from = '0'; ; ) {
    const rows = await listFed(runner, from, limit)
    const events = rows.filter(isKept)
    const place = rows.at(-1) ?? last
    if (events.length > 0 || rows.length < limit) return { events, place, isLast: rows.length < limit }
    from = nextOf(place.seq)
  }
}

/** Numbers have no gaps: a row that is neither this place nor the next one comes after some that were deleted. */
const listAfter = async (runner: Runner, { seq, atMs }: FeedPlace, limit: number) => {
  const rows = await listFed(runner, seq, limit + 1)
  const [first] = rows
  if (hasHole(rows)) throw cursorExpired()
  if (first?.seq === seq && first.atMs === atMs) return rows.slice(1)
  if (first && first.seq !== nextOf(seq)) throw cursorExpired()
  return rows.slice(0, limit)
}

const hasHole = (rows: readonly FeedPlace[]) =>
  rows.some(({ seq }, at) => at > 0 && seq !== nextOf(rows[at - 1]?.seq ?? seq))

const nextOf = (seq: string) => String(BigInt(seq) + 1n)

const isKept = (row: FedEvent | EmptyPlace): row is FedEvent => row.at !== null
