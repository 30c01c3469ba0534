import { many, type Runner } from '../db/db.ts'
import { alongside, type Statement, sql } from '../db/sql.ts'
import type { Event } from './events.ts'

const nobody = '00000000-0000-0000-0000-000000000000'

/** Writes down one event. */
export const insertEvent = (
  event: Event & { userId?: string | undefined; sessionId?: string },
): Statement => sql`
  insert into events (user_id, session_id, type, outcome, address, detail)
  values (${event.userId ?? nobody}, ${event.sessionId ?? null}, ${event.type}, ${event.outcome ?? 'success'},
    ${event.address ?? null}, ${JSON.stringify(event.detail ?? {})})`

/**
 * A change and the event that tells of it, as one statement: an event for each row that changed, none without.
 *
 * @param change returns `"userId"` and `"sessionId"` beside what its caller wants to know
 * @param also other changes for the same transaction, made in every case
 */
export const recorded = (change: Statement, event: Event, also: readonly Statement[] = []): Statement => sql`
  with change as (${change}),
  event as (
    insert into events (user_id, session_id, type, outcome, address, detail)
    select "userId", "sessionId", ${event.type}, ${event.outcome ?? 'success'}, ${event.address ?? null},
      ${JSON.stringify(event.detail ?? {})}
    from change
  )${alongside(also)}
  select * from change`

/** What happened to a user. */
export type EventRow = {
  id: string
  at: Date
  type: string
  outcome: 'success' | 'refused'
  sessionId: string | null
  address: string | null
  detail: Record<string, unknown>
}

/** The newest first: all of them, or `limit` of those before an id. */
export const listEvents = (
  runner: Runner,
  userId: string,
  { before, limit }: { before?: string | undefined; limit?: number } = {},
): Promise<EventRow[]> =>
  many(
    runner,
    sql`
      select id::text, at, type, outcome, session_id as "sessionId", address, detail
      from events
      where user_id = ${userId} and id < ${before ?? '9223372036854775807'}::bigint
      order by events.id desc
      limit ${limit ?? null}`,
  )
