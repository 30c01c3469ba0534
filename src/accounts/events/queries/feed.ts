import { elsewhere, firstRow, type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'
import type { Event, EventType } from '../events.ts'

/** An event that is not in the feed yet, and its recipient. */
export type Unfed = {
  userId: string
  id: string
  at: Date
  type: EventType
  address: string | null
  detail: Record<string, unknown>
  recipient: string | null
  isProven: boolean | null
  externalId: string | null
  aside: NonNullable<Event['aside']> | null
}

export const hasUnfed = async (runner: Runner): Promise<boolean> =>
  (await run(runner, 'hasUnfed')`select 1 from unfed limit 1`).length > 0

/** Until the transaction ends. @returns undefined if another process holds it */
export const lockFeed = (runner: Runner): Promise<{ last: string } | undefined> =>
  firstRow(runner, 'lockFeed')`select last::text from feed_position for update skip locked`

/** The oldest committed ones. To be called with the feed locked. */
export const takeUnfed = async (runner: Runner, batch: number): Promise<Unfed[]> => {
  const isSpread = runner.isSpread?.() ?? false
  const oldest = sql`select user_id, event_id from unfed order by event_id limit ${batch}`
  const listed =
    isSpread &&
    (await run(runner, 'listUnfed')<EventKey>`
      select user_id as "userId", event_id::text as id from (${oldest}) as unfed`)
  const taken = await run(runner, 'takeUnfed')<
    Pick<Unfed, 'userId' | 'id' | 'recipient' | 'isProven' | 'externalId' | 'aside'>
  >`
    delete from unfed
    where ${listed ? amongUsers(listed, sql`event_id`) : sql`(user_id, event_id) in (${oldest})`}
    returning user_id as "userId", event_id::text as id, recipient, is_proven as "isProven",
      external_id as "externalId", aside`
  const events = await run(runner, 'listTaken')<Pick<Unfed, 'id' | 'at' | 'type' | 'address' | 'detail'>>`
    select id::text, at, type, address, detail
    from events
    where ${isSpread ? amongUsers(taken, sql`id`) : isAmong(taken, sql`id`)}
    order by events.id`
  const takenOf = new Map(taken.map((row) => [row.id, row]))
  return events.flatMap((event) => {
    const row = takenOf.get(event.id)
    return row ? [{ ...row, ...event }] : []
  })
}

export type EventKey = Pick<Unfed, 'userId' | 'id'>

const isAmong = (keys: readonly EventKey[], id: Fragment): Fragment => sql`(user_id, ${id}) in (
  select *
  from unnest(${keys.map(({ userId }) => userId)}::uuid[], ${keys.map(({ id }) => id)}::bigint[])
)`

/** Whether a row is one of these. Names their users by themselves, too, so that Citus asks their servers only. */
export const amongUsers = (keys: readonly EventKey[], id: Fragment): Fragment =>
  sql`user_id = any(${keys.map(({ userId }) => userId)}::uuid[]) and ${isAmong(keys, id)}`

export const appendToFeed = (runner: Runner, events: readonly Unfed[]): Promise<unknown> =>
  run(elsewhere(runner), 'appendToFeed')`
    with position as (
      update feed_position
      set last = last + ${events.length}::integer
      returning last - ${events.length}::integer as last
    )
    insert into feed (seq, user_id, event_id, external_id)
    select position.last + n, user_id, event_id, external_id
    from position
    cross join unnest(${events.map(({ userId }) => userId)}::uuid[], ${events.map(({ id }) => id)}::bigint[],
      ${events.map(({ externalId }) => externalId)}::text[])
      with ordinality as fed (user_id, event_id, external_id, n)`

/** @returns how many, at most `batch` */
export const deleteFeed = (runner: Runner, days: number, batch: number): Promise<number> =>
  sweepOf(sql`feed`, {
    key: sql`seq`,
    when: sql`at`,
    before: sql`now() - make_interval(days => ${days}::integer)`,
  })(runner, batch)
