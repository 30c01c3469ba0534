import type { Client } from '../../deps.ts'
import { deviceOf } from '../../messages/mail/device.ts'
import type { NoticeDetail, NoticeName } from '../../messages/mail/notices.ts'
import { nobody } from '../../platform/crypto/id.ts'
import { many, type Runner } from '../../platform/db/db.ts'
import { alongside, type Statement, sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import type { Event } from './events.ts'
import { noticeOf } from './notices.ts'

const mailsADayToUnproven = 10
const noticesADay = 20

/**
 * Writes down one event, and tells the owner of it where they are to be told. An event that is told of is a statement
 * of its own and no step of another's.
 */
export const insertEvent = (
  event: Event & { userId?: string | undefined; sessionId?: string },
): Statement => {
  const written = sql`
    insert into events (user_id, session_id, type, outcome, address, detail)
    values (${event.userId ?? nobody}, ${event.sessionId ?? null}, ${event.type}, ${event.outcome ?? 'success'},
      ${event.address ?? null}, ${JSON.stringify(event.detail ?? {})})`
  const notice = event.userId && noticeOf[event.type]
  if (!notice) return written
  return sql`
    with event as (${written})
    ${insertNotice(notice, detailOf(event), sql`emails.user_id = ${event.userId}`)}`
}

/**
 * A change and the event that tells of it, as one statement: an event for each row that changed, none without.
 *
 * @param change returns `"userId"` and `"sessionId"` beside what its caller wants to know
 * @param also other changes for the same transaction, made in every case
 */
export const recorded = (change: Statement, event: Event, also: readonly Statement[] = []): Statement => {
  const notice = noticeOf[event.type]
  const told = notice
    ? [insertNotice(notice, detailOf(event), sql`emails.user_id in (select "userId" from change)`)]
    : []
  return sql`
    with change as (${change}),
    event as (
      insert into events (user_id, session_id, type, outcome, address, detail)
      select "userId", "sessionId", ${event.type}, ${event.outcome ?? 'success'}, ${event.address ?? null},
        ${JSON.stringify(event.detail ?? {})}
      from change
    )${alongside([...told, ...also])}
    select * from change`
}

/** Selects the `id` of whom the change was about that `recorded` makes, if it was made: for what is made alongside. */
export const whomItChanged: Statement = sql`select "userId" as id from change`

/**
 * Tells of a sign-in from where the user did not sign in within 30 days, if `owner` selects anybody, and unless it is the
 * first one to an account that has only just been made. Nothing tells one device from another but where it is: there are
 * no cookies.
 */
export const noticeUnknownAddress = (
  userId: string,
  { bucket, address, userAgent }: Pick<Client, 'bucket' | 'address' | 'userAgent'>,
  owner: Statement,
): Statement =>
  insertNotice(
    'new-sign-in',
    { ip: address, device: (userAgent && deviceOf(userAgent)) || null },
    sql`
      emails.user_id = ${userId} and exists (${owner})
      and (
        exists (select from known_addresses where user_id = ${userId})
        or exists (select from users where id = ${userId} and created_at < now() - interval '10 minutes')
      )
      and not exists (
        select from known_addresses
        where user_id = ${userId} and address = ${bucket} and seen_at > now() - interval '30 days'
      )`,
  )

/**
 * Writes down that attempts on an account have to wait, once a day for each factor however many there are.
 *
 * @param shut from where none are looked at any more, which is told each time it comes to that
 */
export const insertLock = (
  type: 'account.locked' | 'two_factor.locked',
  userId: string,
  { address }: Pick<Client, 'address'>,
  shut: 'known_place' | 'unknown_places' | undefined,
): Statement =>
  recorded(
    sql`
      select id as "userId", null::uuid as "sessionId"
      from users
      where id = ${userId} and (${shut !== undefined}::boolean or not exists (
        select from events
        where user_id = ${userId} and type = ${type} and at > now() - interval '1 day'
      ))`,
    { type, outcome: 'refused', address, detail: shut ? { shut } : {} },
  )

// Whoever has been told the same twenty times in a day knows it: a thief must not flood the mailbox. An address that
// nobody proved may be a stranger's: it is told as well, but not time after time. The first notice of a
// kind in a day is always sent: a thief could drown it in others otherwise.
const insertNotice = (notice: NoticeName, detail: NoticeDetail, whose: Statement): Statement => sql`
  insert into outbox (queue, user_id, channel, message, recipient, detail, notice)
  select emails.user_id, emails.user_id, 'mail', 'notice', emails.typed, ${JSON.stringify({ notice, ...detail })},
    ${notice}
  from emails
  where ${whose} and (
    emails.verified_at is not null and (
      select count(*)
      from (
        select
        from outbox
        where user_id = emails.user_id and outbox.notice = ${notice} and created_at > now() - interval '1 day'
        limit ${noticesADay}
      ) as alike
    ) < ${noticesADay}
    or (
      select count(*) filter (where created_at > now() - interval '1 day')
      from (
        select created_at
        from outbox
        where user_id = emails.user_id
        order by user_id desc, id desc
        limit ${mailsADayToUnproven}
      ) as latest
    ) < ${mailsADayToUnproven}
    or not exists (
      select
      from outbox
      where user_id = emails.user_id and outbox.notice = ${notice} and created_at > now() - interval '1 day'
    )
  )`

const detailOf = ({ address, detail }: Event): NoticeDetail => ({ ...detail, ip: address ?? null })

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

/** The newest first: `limit` of those before an id. */
export const listEvents = (
  runner: Runner,
  userId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<EventRow[]> =>
  many(
    runner,
    sql`
      select id::text, at, type, outcome, session_id as "sessionId", address, detail
      from events
      where user_id = ${userId} and id < ${before ?? '9223372036854775807'}::bigint
      order by events.id desc
      limit ${limit}`,
  )

/** Says to the trigger that keeps events which of them may go, for this transaction: those older than that. */
export const allowDeletion = async (runner: Runner, days: number): Promise<void> => {
  await runner.run(sql`select set_config('sallyport.delete_events_after_days', ${String(days)}, true)`)
}

/** Deletes up to `batch` events older than so many days. @returns how many there were */
export const deleteEvents = (runner: Runner, days: number, batch: number): Promise<number> =>
  sweepOf(sql`events`, {
    key: sql`user_id, id`,
    when: sql`at`,
    before: sql`now() - make_interval(days => ${days}::integer)`,
  })(runner, batch)
