import { waitForNews } from '#accounts/events/news.ts'
import type { FedEvent, FeedPlace } from '#accounts/events/queries/read-feed.ts'
import type { Deps } from '#deps.ts'
import type { After } from './cursor.ts'
import { readPart } from './read-part.ts'

export type FeedAsked = {
  after: After
  /** All of them if undefined. */
  types: ReadonlySet<string> | undefined
  limit: number
}

export type Wait = {
  /** The key of the reader. */
  by: string
  ms: number
  signal: AbortSignal
  /** Asked before each part but the first, because a key may have been revoked meanwhile. @throws to refuse it */
  isStillAllowed: () => Promise<unknown>
}

const atOnce = 500
/** How long one request searches a long feed for events of rare types. */
const searchMs = 2_000

/**
 * The next events of the wanted types. While there are none, it waits.
 * @returns none when the wait is over; the place may have moved all the same
 * @throws 401 or 403 for a key that was revoked meanwhile, 410, 429 when too many wait with this key, 503 when too many wait
 */
export const nextEvents = async (
  deps: Deps,
  { after, types, limit }: FeedAsked,
  { by, ms, signal, isStillAllowed }: Wait,
): Promise<{ events: FedEvent[]; place: FeedPlace }> => {
  const beganMs = performance.now()
  let from = after
  for (;;) {
    const part = await readPart(deps.db, from, types ? atOnce : limit)
    const events = part.events.filter(({ type }) => !types || types.has(type)).slice(0, limit)
    const [place] = events.length === limit ? events.slice(-1) : []
    if (events.length > 0) return { events, place: place ?? part.place }
    const leftMs = beganMs + (part.isLast ? ms : searchMs) - performance.now()
    if (leftMs <= 0 || signal.aborted) return { events, place: part.place }
    if (part.isLast) await waitForNews(deps, { seq: part.place.seq, types }, { by, ms: leftMs, signal })
    await isStillAllowed()
    from = part.place
  }
}
