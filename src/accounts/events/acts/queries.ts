import { type Runner, run } from '../../../platform/db/db.ts'
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
    where actor_kind in ('operator', 'service_key') and type <> 'session.ended'
      and id < ${before ?? '9223372036854775807'}::bigint
      and (${actorId ?? null}::uuid is null or actor_id = ${actorId ?? null}::uuid)
    order by events.id desc
    limit ${limit}`
