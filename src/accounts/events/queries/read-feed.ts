import { onlyRow, type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'
import type { Actor } from '../events.ts'
import { amongUsers, type EventKey } from './feed.ts'

/** A place in the feed: a number, and when it was given, in milliseconds since 1970. */
export type FeedPlace = { seq: string; atMs: string }

/** An event in its place. */
export type FedEvent = FeedPlace & {
  id: string
  at: Date
  type: string
  outcome: 'success' | 'refused'
  userId: string
  /** What an application knew the user by when it happened. */
  externalId: string | null
  sessionId: string | null
  actorKind: Actor['kind']
  actorId: string | null
}

/** The place of an event that is no longer kept. */
export type EmptyPlace = FeedPlace & { at: null }

const place = sql`
  seq::text, floor(extract(epoch from feed.at) * 1000)::bigint::text as "atMs", feed.event_id::text as id,
  feed.user_id as "userId", feed.external_id as "externalId"`

const about = sql`
  event.at, type, outcome, session_id as "sessionId", actor_kind as "actorKind", actor_id as "actorId"`

const feedFrom = (from: string, limit: number) =>
  sql`select * from feed where seq >= ${from}::bigint order by seq limit ${limit}`

type Fed = FedEvent | EmptyPlace

/** In order, from a number on. */
export const listFed = (runner: Runner, from: string, limit: number): Promise<Fed[]> =>
  runner.isSpread?.() ? listApart(runner, from, limit) : listTogether(runner, from, limit)

const listTogether = (runner: Runner, from: string, limit: number): Promise<Fed[]> =>
  run(runner, 'listFed')`
    select ${place}, ${about}
    from (${feedFrom(from, limit)}) as feed
    left join lateral (
      select at, type, outcome, session_id, actor_kind, actor_id
      from events
      where user_id = feed.user_id and id = feed.event_id
      limit 1
    ) as event on true
    order by feed.seq`

/** The places, and then what lies on the servers of their users. */
const listApart = async (runner: Runner, from: string, limit: number): Promise<Fed[]> => {
  const places = await run(runner, 'listPlaces')<FeedPlace & EventKey & Pick<FedEvent, 'externalId'>>`
    select ${place} from (${feedFrom(from, limit)}) as feed order by feed.seq`
  if (places.length === 0) return []
  const events = await run(runner, 'listEventsAt')<Omit<FedEvent, keyof FeedPlace | 'userId' | 'externalId'>>`
    select id::text, ${about}
    from events as event
    where ${amongUsers(places, sql`id`)}`
  const eventOf = new Map(events.map((event) => [event.id, event]))
  return places.map((found) => ({ ...found, ...(eventOf.get(found.id) ?? { at: null }) }))
}

/** The last number that was given. Its time is 0 when its row has been deleted. */
export const lastFed = (runner: Runner): Promise<FeedPlace> =>
  onlyRow(runner, 'lastFed')`
    select last::text as seq, coalesce((
      select floor(extract(epoch from at) * 1000)::bigint::text from feed where seq = feed_position.last
    ), '0') as "atMs"
    from feed_position`
