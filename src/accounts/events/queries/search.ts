import { nobody } from '#platform/crypto/id.ts'
import { type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import type { EventRow } from './events.ts'

/** The place after an event. */
export type EventPlace = { at: Date; id: string }

type EventSearch = {
  /** Where they came from, as `neighbourhoodsOf` has it: any of these. */
  neighbourhoods: readonly string[] | undefined
  type: string | undefined
  from: Date | undefined
  to: Date | undefined
  after: EventPlace | undefined
  limit: number
}

export type SearchedEvent = EventRow & { userId: string }

/** As the index has it. */
const neighbourhood = sql`substring(address from '^(?:[0-9]+[.]){3}|^(?:[0-9a-f]+:){1,3}|^::')`

/**
 * The newest first. Neighbourhood or type, the first that is asked for, is an index; with both, the type is left to the caller. What
 * operators did to no account is not among them: it is in the list of acts.
 */
export const searchEvents = (
  runner: Runner,
  { neighbourhoods, type, ...range }: EventSearch,
): Promise<SearchedEvent[]> => {
  const arms = neighbourhoods?.map((text) =>
    armOf(sql`address is not null`, { by: neighbourhood, value: text }, range),
  ) ?? [armOf(sql`true`, type === undefined ? undefined : { by: sql`type`, value: type }, range)]
  const all = arms.reduce((before, next) => sql`${before} union all ${next}`)
  return run(runner, 'searchEvents')`
    select id::text, user_id as "userId", at, type, outcome, session_id as "sessionId", address, detail,
      actor_kind as "actorKind", actor_id as "actorId", reason
    from (${all}) as event
    order by event.at desc, event.id desc
    limit ${range.limit}`
}

type Range = Omit<EventSearch, 'neighbourhoods' | 'type'>

type Among = { by: Fragment; value: string }

/**
 * One walk of an index. All of it is in rows that begin with what is asked for, and so is the order: whatever the values are, no plan
 * can walk all events by their time instead.
 */
const armOf = (is: Fragment, among: Among | undefined, { from, to, after, limit }: Range): Fragment => {
  const column = among ? sql`${among.by}, ` : sql``
  const value = among ? sql`${among.value}, ` : sql``
  const first = among ? sql`${among.by} desc, ` : sql``
  return sql`(
    select *
    from events
    where ${is} and (user_id <> ${nobody} or actor_kind not in ('operator', 'service_key'))
      and (${column}at) >= (${value}coalesce(${from ?? null}::timestamptz, '-infinity'))
      and (${column}at, id)
        < (${value}coalesce(${after?.at ?? to ?? null}::timestamptz, 'infinity'), ${after?.id ?? '0'}::bigint)
    order by ${first}at desc, events.id desc
    limit ${limit}
  )`
}
