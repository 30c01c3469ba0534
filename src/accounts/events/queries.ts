import { nobody } from '../../platform/crypto/id.ts'
import { anyRow, firstRow, onlyRow, type Runner, run } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import { mailboxOf } from '../users/emails/queries.ts'
import { idOf } from '../users/queries.ts'
import type { Actor, Event, EventType } from './events.ts'

const isNameable = sql`(told.user_id = ${nobody} or (${idOf(sql`told.user_id`)}) is not null)`

/** In order, each with its owner's present mailbox. */
export const insertEvents = (runner: Runner, events: readonly Event[]): Promise<unknown> =>
  runner.isSpread?.() ? insertApart(runner, events) : insertTogether(runner, events)

/** Each look-up has `limit 1`, so that the planner uses the index and hashes no table. */
const insertTogether = (runner: Runner, events: readonly Event[]): Promise<unknown> =>
  run(runner, 'insertEvents')`
    with event as (
      insert into events (user_id, session_id, type, outcome, address, detail, reason, actor_kind, actor_id)
      -- late events of a deleted user say neither where nor what
      select user_id, session_id, type, outcome, case when ${isNameable} then address end,
        case when ${isNameable} then detail else '{}' end, case when ${isNameable} then reason end, actor_kind,
        actor_id
      from jsonb_to_recordset(${JSON.stringify(events.map(rowOf))}::jsonb) as told (
        user_id uuid, session_id uuid, type text, outcome text, address text, detail jsonb, reason text,
        actor_kind text, actor_id uuid, is_daily boolean
      )
      where is_daily is not true or (
        select true
        from events as earlier
        where earlier.user_id = told.user_id and earlier.type = told.type and at > now() - interval '1 day'
        limit 1
      ) is null
      returning user_id, id
    )
    insert into unfed (user_id, event_id, recipient, is_proven, aside)
    select event.user_id, event.id, mailbox.typed, mailbox."isProven", ${asideOf(events)}::jsonb
    from event
    left join lateral (${mailboxOf(sql`event.user_id`)} limit 1) as mailbox on true`

const rowOf = ({
  userId,
  sessionId,
  type,
  outcome = 'success',
  address,
  detail = {},
  reason,
  actor,
  isDaily,
}: Event) => ({
  user_id: userId ?? nobody,
  session_id: sessionId,
  type,
  outcome,
  address,
  detail,
  reason,
  actor_kind: actor?.kind ?? (outcome === 'refused' ? 'stranger' : 'owner'),
  actor_id: actor?.id,
  is_daily: isDaily,
})

/**
 * Rows that are selected would be numbered by the server that they go to, and not in the order of all. Values are numbered by
 * the coordinator.
 */
const insertApart = async (runner: Runner, events: readonly Event[]): Promise<void> => {
  const aside = asideOf(events)
  for (const told of events.map(rowOf)) {
    if (told.is_daily && (await isToldToday(runner, told.user_id, told.type))) continue
    const [mailbox] = await findNameable(runner, told.user_id)
    const isTold = mailbox !== undefined || told.user_id === nobody
    const { id } = await onlyRow(runner, 'insertEvent')<{ id: string }>`
      insert into events (user_id, session_id, type, outcome, address, detail, reason, actor_kind, actor_id)
      values (${told.user_id}, ${told.session_id ?? null}, ${told.type}, ${told.outcome},
        ${(isTold && told.address) || null}, ${JSON.stringify(isTold ? told.detail : {})}::jsonb,
        ${(isTold && told.reason) || null}, ${told.actor_kind}, ${told.actor_id ?? null})
      returning id::text`
    await run(runner, 'insertUnfed')`
      insert into unfed (user_id, event_id, recipient, is_proven, aside)
      values (${told.user_id}, ${id}, ${mailbox?.typed ?? null}, ${mailbox?.isProven ?? null}, ${aside}::jsonb)`
  }
}

const isToldToday = (runner: Runner, userId: string, type: EventType): Promise<boolean> =>
  anyRow(runner, 'isToldToday')`
    select 1 from events where user_id = ${userId} and type = ${type} and at > now() - interval '1 day' limit 1`

/** A row if there is such a user, with their mailbox. */
const findNameable = (
  runner: Runner,
  userId: string,
): Promise<{ typed: string | null; isProven: boolean | null }[]> =>
  run(runner, 'findNameable')`
    select mailbox.typed, mailbox."isProven"
    from (${idOf(sql`${userId}`)}) as owner
    left join (${mailboxOf(sql`${userId}`)}) as mailbox on true`

const asideOf = ([event]: readonly Event[]) => (event?.aside ? JSON.stringify(event.aside) : null)

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
  aside: NonNullable<Event['aside']> | null
}

export const hasUnfed = async (runner: Runner): Promise<boolean> =>
  (await run(runner, 'hasUnfed')`select 1 from unfed limit 1`).length > 0

/** Until the transaction ends. @returns undefined if another process holds it */
export const lockFeed = (runner: Runner): Promise<{ last: string } | undefined> =>
  firstRow(runner, 'lockFeed')`select last::text from feed_position for update skip locked`

/** The oldest committed ones. To be called with the feed locked. */
export const takeUnfed = async (runner: Runner, batch: number): Promise<Unfed[]> => {
  const taken = await run(runner, 'takeUnfed')<
    Pick<Unfed, 'userId' | 'id' | 'recipient' | 'isProven' | 'aside'>
  >`
    delete from unfed
    where (user_id, event_id) in (select user_id, event_id from unfed order by event_id limit ${batch})
    returning user_id as "userId", event_id::text as id, recipient, is_proven as "isProven", aside`
  const events = await run(runner, 'listTaken')<Pick<Unfed, 'id' | 'at' | 'type' | 'address' | 'detail'>>`
    select id::text, at, type, address, detail
    from events
    where (user_id, id) in (
      select *
      from unnest(${taken.map(({ userId }) => userId)}::uuid[], ${taken.map(({ id }) => id)}::bigint[])
    )
    order by events.id`
  const takenOf = new Map(taken.map((row) => [row.id, row]))
  return events.flatMap((event) => {
    const row = takenOf.get(event.id)
    return row ? [{ ...row, ...event }] : []
  })
}

export const appendToFeed = (runner: Runner, events: readonly Unfed[]): Promise<unknown> =>
  run(runner, 'appendToFeed')`
    with position as (
      update feed_position
      set last = last + ${events.length}::integer
      returning last - ${events.length}::integer as last
    )
    insert into feed (seq, user_id, event_id)
    select position.last + n, user_id, event_id
    from position
    cross join unnest(${events.map(({ userId }) => userId)}::uuid[], ${events.map(({ id }) => id)}::bigint[])
      with ordinality as fed (user_id, event_id, n)`

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
      actor_kind as "actorKind", actor_id as "actorId",
      -- why somebody is blocked is for operators only
      case when ${isForOperators}::boolean or type <> 'user.disabled' then reason end as reason
    from events
    where user_id = ${userId} and id < ${before ?? '9223372036854775807'}::bigint
    order by events.id desc
    limit ${limit}`

/** Lets the trigger that protects events pass older ones, for this transaction. @returns of what age, in days */
export const allowDeletion = async (runner: Runner, days: number): Promise<number> => {
  const allowed = await onlyRow(runner, 'allowDeletion')<{ days: number }>`
    select set_config('sallyport.delete_events_after_days', greatest(${days}, least_days)::text, true)::integer as days
    from event_retention`
  return allowed.days
}

/** From now on none can be deleted that is younger, whatever `EVENTS_DAYS` says. For the owner of the database. */
export const keepEvents = (runner: Runner, leastDays: number): Promise<unknown> =>
  run(runner, 'keepEvents')`update event_retention set least_days = ${leastDays}`

/** @returns how many, at most `batch` */
export const deleteEvents = (runner: Runner, days: number, batch: number): Promise<number> =>
  sweepOf(sql`events`, {
    key: sql`user_id, id`,
    when: sql`at`,
    before: sql`now() - make_interval(days => ${days}::integer)`,
  })(runner, batch)

/** @returns how many, at most `batch` */
export const deleteFeed = (runner: Runner, days: number, batch: number): Promise<number> =>
  sweepOf(sql`feed`, {
    key: sql`seq`,
    when: sql`at`,
    before: sql`now() - make_interval(days => ${days}::integer)`,
  })(runner, batch)
