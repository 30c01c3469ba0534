import { firstRow, type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'
import type { Actor } from '../events.ts'
import { amongUsers, type EventKey } from './feed.ts'
import type { FeedPlace } from './read-feed.ts'

/** The last place that was given until then. */
export const findPlaceAt = (runner: Runner, at: Date): Promise<FeedPlace | undefined> =>
  firstRow(runner, 'findPlaceAt')`
    select seq::text, floor(extract(epoch from at) * 1000)::bigint::text as "atMs"
    from feed
    where at <= ${at}
    order by feed.at desc, feed.seq desc
    limit 1`

/** How long the event after a place has been in the feed, in seconds; 0 if there is none. */
export const readPlaceAge = async (runner: Runner, seq: string): Promise<number> => {
  const row = await firstRow(runner, 'readPlaceAge')<{ seconds: number }>`
    select extract(epoch from now() - at)::float8 as seconds from feed where seq = ${seq}::bigint + 1`
  return Math.max(0, row?.seconds ?? 0)
}

/** All that there is to tell of an event. */
export type WholeEvent = {
  id: string
  userId: string
  at: Date
  type: string
  outcome: 'success' | 'refused'
  sessionId: string | null
  address: string | null
  detail: Record<string, unknown>
  actorKind: Actor['kind']
  actorId: string | null
}

/** In any order, without those that are no longer kept. */
export const listWholeEvents = (runner: Runner, keys: readonly EventKey[]): Promise<WholeEvent[]> =>
  run(runner, 'listWholeEvents')`
    select id::text, user_id as "userId", at, type, outcome, session_id as "sessionId", address, detail,
      actor_kind as "actorKind", actor_id as "actorId"
    from events
    where ${amongUsers(keys, sql`id`)}`

/** What applications knew people by when something happened, by its number in the feed; nothing of those who had no such id. */
export const listFedExternalIds = (
  runner: Runner,
  seqs: readonly string[],
): Promise<{ seq: string; externalId: string }[]> =>
  run(runner, 'listFedExternalIds')`
    select seq::text, external_id as "externalId"
    from feed
    where seq = any(${seqs}::bigint[]) and external_id is not null`
