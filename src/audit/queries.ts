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
