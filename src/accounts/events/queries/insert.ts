import { nobody } from '#platform/crypto/id.ts'
import { anyRow, onlyRow, type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'
import { mailboxOf } from '../../users/queries/emails.ts'
import { externalIdOf, idOf } from '../../users/queries/users.ts'
import type { Event, EventType } from '../events.ts'

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
    insert into unfed (user_id, event_id, recipient, is_proven, external_id, aside)
    select event.user_id, event.id, mailbox.typed, mailbox."isProven",
      coalesce((${externalIdOf(sql`event.user_id`)} limit 1), ${goneIdOf(events)}), ${asideOf(events)}::jsonb
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
      insert into unfed (user_id, event_id, recipient, is_proven, external_id, aside)
      values (${told.user_id}, ${id}, ${mailbox?.typed ?? null}, ${mailbox?.isProven ?? null},
        ${mailbox?.externalId ?? goneIdOf(events)}, ${aside}::jsonb)`
  }
}

const isToldToday = (runner: Runner, userId: string, type: EventType): Promise<boolean> =>
  anyRow(runner, 'isToldToday')`
    select 1 from events where user_id = ${userId} and type = ${type} and at > now() - interval '1 day' limit 1`

type Nameable = { typed: string | null; isProven: boolean | null; externalId: string | null }

/** A row if there is such a user, with their mailbox, and what an application knows them by. */
const findNameable = (runner: Runner, userId: string): Promise<Nameable[]> =>
  run(runner, 'findNameable')`
    select mailbox.typed, mailbox."isProven", (${externalIdOf(sql`${userId}`)} limit 1) as "externalId"
    from (${idOf(sql`${userId}`)}) as owner
    left join (${mailboxOf(sql`${userId}`)}) as mailbox on true`

/** Of a removed user, whose event comes alone. */
const goneIdOf = ([event]: readonly Event[]) => event?.externalId ?? null

const asideOf = ([event]: readonly Event[]) => (event?.aside ? JSON.stringify(event.aside) : null)
