import { type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import type { Actor } from '../events.ts'

export type ActRow = {
  id: string
  at: Date
  type: string
  userId: string
  actorKind: Actor['kind']
  actorId: string | null
  reason: string | null
  detail: Record<string, unknown>
}

/** What operators did, by whatever means, newest first; not each session that ended by it. */
export const listActs = (
  runner: Runner,
  { before, limit, actorId }: { before?: string | undefined; limit: number; actorId: string | undefined },
): Promise<ActRow[]> =>
  run(runner, 'listActs')`
    select id::text, at, type, user_id as "userId", actor_kind as "actorKind", actor_id as "actorId", reason, detail
    from events
    where ${by(actorId)} and type <> 'session.ended' and id < ${before ?? '9223372036854775807'}::bigint
    order by events.id desc
    limit ${limit}`

// each has an index of its own
const by = (keyId: string | undefined): Fragment =>
  keyId === undefined
    ? sql`actor_kind in ('operator', 'service_key')`
    : sql`actor_kind = 'service_key' and actor_id = ${keyId}`
