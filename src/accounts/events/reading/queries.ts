import { onlyRow, type Runner, run } from '../../../platform/db/db.ts'
import type { Actor } from '../events.ts'

/** A place in the feed: a number, and when it was given, in milliseconds since 1970. */
export type FeedPlace = { seq: string; atMs: string }

/** An event in its place. */
export type FedEvent = FeedPlace & {
  id: string
  at: Date
  type: string
  outcome: 'success' | 'refused'
  userId: string
  sessionId: string | null
  actorKind: Actor['kind']
  actorId: string | null
}

/** The place of an event that is no longer kept. */
export type EmptyPlace = FeedPlace & { at: null }

/** In order, from a number on. */
export const listFed = (runner: Runner, from: string, limit: number): Promise<(FedEvent | EmptyPlace)[]> =>
  run(runner, 'listFed')`
    select seq::text, floor(extract(epoch from feed.at) * 1000)::bigint::text as "atMs", feed.event_id::text as id,
      event.at, type, outcome, feed.user_id as "userId", session_id as "sessionId", actor_kind as "actorKind",
      actor_id as "actorId"
    from (select * from feed where seq >= ${from}::bigint order by seq limit ${limit}) as feed
    left join lateral (
      select at, type, outcome, session_id, actor_kind, actor_id
      from events
      where user_id = feed.user_id and id = feed.event_id
      limit 1
    ) as event on true
    order by feed.seq`

/** The last number that was given. Its time is 0 when its row has been deleted. */
export const lastFed = (runner: Runner): Promise<FeedPlace> =>
  onlyRow(runner, 'lastFed')`
    select last::text as seq, coalesce((
      select floor(extract(epoch from at) * 1000)::bigint::text from feed where seq = feed_position.last
    ), '0') as "atMs"
    from feed_position`
