import { type Runner, run } from '#platform/db/db.ts'
import type { Actor } from '../events.ts'

export type EventRow = {
  id: string
  at: Date
  type: string
  outcome: 'success' | 'refused'
  sessionId: string | null
  address: string | null
  detail: Record<string, unknown>
  actorKind: Actor['kind']
  actorId: string | null
  reason: string | null
}

export type EventRange = { before?: string | undefined; limit: number; isForOperators?: boolean }

/** Newest first: `limit` of those before an id. */
export const listEvents = (
  runner: Runner,
  userId: string,
  { before, limit, isForOperators = false }: EventRange,
): Promise<EventRow[]> =>
  run(runner, 'listEvents')`
    select id::text, at, type, outcome, session_id as "sessionId", address, detail,
      actor_kind as "actorKind",
      -- nor whose account an operator's is
      case when ${isForOperators}::boolean or actor_kind <> 'operator' then actor_id end as "actorId",
      -- its owner does not learn why an account is blocked
      case when ${isForOperators}::boolean or type <> 'user.disabled' then reason end as reason
    from events
    where user_id = ${userId} and id < ${before ?? '9223372036854775807'}::bigint
    order by events.id desc
    limit ${limit}`
