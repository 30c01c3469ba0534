import { first, many, type Runner } from '../../platform/db/db.ts'
import type { Sealed } from '../../platform/db/key-check.ts'
import { query, sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'

/** Nothing is tried for longer than this, unless it says so. */
const usualSeconds = 3 * 24 * 60 * 60

/** Something to be told. */
export type NewRow = {
  /** Whom it is about: a user's id, or what stands for somebody who is no user. */
  queue: string
  /** The user with whom it goes. */
  userId: string | undefined
  channel: string
  message: string
  recipient: string
  detail: object
  sealed: Uint8Array | undefined
  /** After how long it is of no use any more. */
  seconds?: number
  /** How long it waits before it is due. */
  delaySeconds?: number
}

export const insertRow = (runner: Runner, row: NewRow): Promise<unknown> =>
  runner.run(query('insertRow')`
    insert into outbox (queue, user_id, channel, message, recipient, detail, sealed, due_at, gives_up_at)
    values (${row.queue}, ${row.userId ?? null}, ${row.channel}, ${row.message}, ${row.recipient},
      ${JSON.stringify(row.detail)}, ${row.sealed ?? null}, now() + make_interval(secs => ${row.delaySeconds ?? 0}),
      now() + make_interval(secs => ${row.seconds ?? usualSeconds}))`)

const mailsADayToUnproven = 10
const noticesADay = 20

type NewNotice = { notice: string; userId: string; recipient: string; isProven: boolean; detail: object }

/**
 * Writes a notice of what happened to an account. A thief must not flood the mailbox: after twenty of the same in a day
 * the owner knows. An address that nobody has proven may be a stranger's: it gets ten mails a day at most. The first
 * notice of a kind in a day is always sent: a thief could drown it in others otherwise.
 */
export const insertNotice = (
  runner: Runner,
  { notice, userId, recipient, isProven, detail }: NewNotice,
): Promise<unknown> => {
  const alike = sql`
    select
    from outbox
    where user_id = ${userId} and notice = ${notice} and created_at > now() - interval '1 day'`
  return runner.run(query('insertNotice')`
    insert into outbox (queue, user_id, channel, message, recipient, detail, notice)
    select ${userId}, ${userId}, 'mail', 'notice', ${recipient}, ${JSON.stringify({ notice, ...detail })}, ${notice}
    where not exists (${alike})
      or ${isProven}::boolean
        and (select count(*) from (${alike} limit ${noticesADay}) as today) < ${noticesADay}
      or (
        select count(*) filter (where created_at > now() - interval '1 day')
        from (
          select created_at
          from outbox
          where user_id = ${userId}
          order by user_id desc, id desc
          limit ${mailsADayToUnproven}
        ) as latest
      ) < ${mailsADayToUnproven}`)
}

/** Names a row, and the attempt at it that somebody makes. */
export type AttemptKey = { queue: string; id: string; attempt: number }

/** A row that was taken to be delivered. */
export type OutboxRow = AttemptKey & {
  channel: string
  message: string
  recipient: string
  detail: Record<string, unknown>
  sealed: Uint8Array | null
  createdAt: Date
  /** Whether it is of no use any more. */
  isLate: boolean
}

/** Whether a row has to wait for an earlier one to the same recipient. One that was refused for what it is holds up none. */
const isBehind = sql`exists (
  select
  from outbox as earlier
  where earlier.queue = outbox.queue and earlier.recipient = outbox.recipient and earlier.id < outbox.id
    and earlier.ended_at is null and not earlier.steps_aside
)`

/** Gives up to `batch` new rows their place in line. @returns how many there were */
export const lineUp = async (runner: Runner, batch: number): Promise<number> => {
  const rows = await runner.run(query('lineUp')`
    update outbox
    set turn = case when ${isBehind} then 'waiting' else 'next' end
    where (queue, id) in (
      select queue, id
      from outbox
      where ended_at is null and turn = 'new'
      order by id
      limit ${batch}
      for update skip locked
    )
    returning 1`)
  return rows.length
}

/**
 * Takes up to `batch` rows that are due: they are put off for as long as delivering them may last, and the attempt is
 * written down before it is made. Only the next of those that go to one recipient can be due, so that they arrive in
 * order. Workers that take at the same moment take different rows.
 *
 * @param stepsAside takes those that were refused for what they are instead
 */
export const takeDue = (
  runner: Runner,
  { batch, leaseSeconds, stepsAside }: { batch: number; leaseSeconds: number; stepsAside: boolean },
): Promise<OutboxRow[]> =>
  many(
    runner,
    query('takeDue')`
      with due as (
        select queue, id
        from outbox
        where ended_at is null and turn = 'next' and steps_aside = ${stepsAside} and due_at <= now()
        order by due_at
        limit ${batch}
        for update skip locked
      ), taken as (
        update outbox
        set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
        from due
        where outbox.queue = due.queue and outbox.id = due.id
        returning outbox.*
      ), attempt as (
        insert into outbox_attempts (queue, id, attempt)
        select queue, id, attempts
        from taken
      )
      select queue, id::text, attempts as attempt, channel, message, recipient, detail, sealed,
        created_at as "createdAt", gives_up_at <= now() as "isLate"
      from taken
      order by taken.id`,
  )

/**
 * Has the next row judged again. Call it after the commit that ended this one: earlier, a worker could still see this row
 * and tell the next to wait.
 */
export const callNext = async (
  runner: Runner,
  { queue, id, recipient }: Pick<OutboxRow, 'queue' | 'id' | 'recipient'>,
): Promise<void> => {
  await runner.run(query('callNext')`
    update outbox
    set turn = 'new'
    where queue = ${queue} and id = (
      select id
      from outbox
      where queue = ${queue} and recipient = ${recipient} and id > ${id}::bigint
        and ended_at is null and not steps_aside
      order by queue, recipient, id
      limit 1
    )`)
}

/**
 * Requeues rows still marked `waiting` that are behind nobody: the process that should have called them died. Looks at the
 * oldest `batch` of those that wait, however many there are. @returns how many it requeued
 */
export const callForgotten = async (runner: Runner, batch: number): Promise<number> => {
  const rows = await runner.run(query('callForgotten')`
    update outbox
    set turn = 'new'
    where (queue, id) in (
      select queue, id
      from outbox
      where ended_at is null and turn = 'waiting'
      order by id
      limit ${batch}
    ) and not ${isBehind}
    returning 1`)
  return rows.length
}

/** How an attempt went, and what becomes of its row: it is at an end, or is tried again after a pause. */
export type Ending = {
  outcome: 'delivered' | 'refused' | 'expired' | 'failed'
  /** What the other side said. */
  answer: string
  pauseSeconds?: number
  /** Whether what comes after it need not wait for it. */
  stepsAside?: boolean
}

/**
 * Notes how an attempt went. A row that is at an end keeps nothing of what it told, and an address only for its user. A
 * worker that lost its lease may only report a delivery.
 */
export const endAttempt = async (
  runner: Runner,
  { queue, id, attempt, outcome, answer, pauseSeconds = 0, stepsAside = false }: AttemptKey & Ending,
): Promise<void> => {
  const change =
    outcome === 'failed'
      ? sql`due_at = now() + make_interval(secs => ${pauseSeconds}), steps_aside = ${stepsAside}`
      : sql`
        ended_at = now(), outcome = ${outcome}, detail = '{}', sealed = null,
        recipient = case when user_id is null then '' else recipient end`
  await runner.run(query('endAttempt')`
    with attempted as (
      update outbox_attempts
      set ended_at = now(), outcome = ${outcome === 'delivered' ? 'delivered' : 'failed'}, answer = ${answer}
      where queue = ${queue} and id = ${id}::bigint and attempt = ${attempt}
    )
    update outbox
    set ${change}
    where queue = ${queue} and id = ${id}::bigint and ended_at is null
      and (attempts = ${attempt} or ${outcome === 'delivered'}::boolean)`)
}

/** A mail to a user that there is a row of. */
export type MailRow = { id: string; name: string; email: string; createdAt: Date; outcome: string | null }

/** The newest first: `limit` of those before an id. */
export const listMails = (
  runner: Runner,
  userId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<MailRow[]> =>
  many(
    runner,
    query('listMails')`
      select id::text, message as name, recipient as email, created_at as "createdAt", outcome
      from outbox
      where user_id = ${userId} and id < ${before ?? '9223372036854775807'}::bigint and channel = 'mail'
      order by user_id desc, outbox.id desc
      limit ${limit}`,
  )

/** Takes a row away that leaves nothing to be kept. @returns nothing when it is gone already */
export const deleteRow = (runner: Runner, { queue, id }: AttemptKey): Promise<{ id: string } | undefined> =>
  first(
    runner,
    query('deleteRow')`delete from outbox where queue = ${queue} and id = ${id}::bigint returning id::text`,
  )

/** Deletes up to `batch` of the rows that go with a user. @returns how many there were */
export const deleteMailsOf = async (runner: Runner, userId: string, batch: number): Promise<number> => {
  const rows = await runner.run(query('deleteMailsOf')`
    delete from outbox
    where (queue, id) in (
      select queue, id from outbox where user_id = ${userId} limit ${batch}
    )
    returning 1`)
  return rows.length
}

/** Whether a mail of a kind to a user has been delivered since then. */
export const wasDelivered = async (
  runner: Runner,
  userId: string,
  message: string,
  since: Date,
): Promise<boolean> => {
  const rows = await runner.run(query('wasDelivered')`
    select
    from outbox
    where user_id = ${userId} and message = ${message} and outcome = 'delivered' and created_at >= ${since}
    limit 1`)
  return rows.length > 0
}

/** Sweeps rows a week after their end, with their attempts. */
export const sweepOutbox = sweepOf(sql`outbox`, {
  key: sql`queue, id`,
  when: sql`ended_at`,
  before: sql`now() - interval '7 days'`,
})

export const sealedMails: Sealed = {
  what: 'mails',
  keyIds: sql`select substr(sealed, 1, 2) as id from outbox where sealed is not null and ended_at is null`,
}
