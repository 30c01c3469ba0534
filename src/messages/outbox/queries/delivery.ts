import { anyRow, type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'

type AttemptKey = { queue: string; id: string; attempt: number }

/** A row that was taken for delivery. */
export type OutboxRow = AttemptKey & {
  channel: string
  message: string
  recipient: string
  language: string | null
  detail: Record<string, unknown>
  sealed: Uint8Array | null
  createdAt: Date
  /** Whether it is no longer useful. */
  isLate: boolean
}

/**
 * Takes up to `batch` due rows: leases them, and records the attempt before it is made. Only the next row to
 * a recipient can be due, so that they arrive in order. Concurrent workers take different rows.
 * @param stepsAside takes those that were refused for their content instead
 */
export const takeDue = async (
  runner: Runner,
  { batch, leaseSeconds, stepsAside }: { batch: number; leaseSeconds: number; stepsAside: boolean },
): Promise<OutboxRow[]> => {
  const isDue = sql`ended_at is null and turn = 'next' and steps_aside = ${stepsAside}::boolean and due_at <= now()`
  const due = sql`select queue, id from outbox where ${isDue} order by due_at limit ${batch}`
  if (!runner.isSpread?.())
    return takeThose(runner, sql`(queue, id) in (${due} for update skip locked)`, leaseSeconds)
  const rows: OutboxRow[] = []
  for (const { queue, id } of await run(runner, 'listDue')<Pick<OutboxRow, 'queue' | 'id'>>`${due}`)
    rows.push(
      ...(await takeThose(runner, sql`queue = ${queue} and id = ${id}::bigint and ${isDue}`, leaseSeconds)),
    )
  return rows
}

const takeThose = (runner: Runner, areThose: Fragment, leaseSeconds: number): Promise<OutboxRow[]> =>
  run(runner, 'takeDue')`
    with taken as (
      update outbox
      set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
      where ${areThose}
      returning outbox.*
    ), attempt as (
      insert into outbox_attempts (queue, id, attempt)
      select queue, id, attempts
      from taken
    )
    select queue, id::text, attempts as attempt, channel, message, recipient, language, detail,
      sealed, created_at as "createdAt", gives_up_at <= now() as "isLate"
    from taken
    order by taken.id`

/** Extends the lease of a row that its worker still holds. */
export const renewLease = async (
  runner: Runner,
  { queue, id, attempt }: AttemptKey,
  leaseSeconds: number,
): Promise<void> => {
  await run(runner, 'renewLease')`
    update outbox
    set due_at = now() + make_interval(secs => ${leaseSeconds})
    where queue = ${queue} and id = ${id}::bigint and attempts = ${attempt} and ended_at is null`
}

// no pause is that long
const isAhead = sql`ended_at is null and turn = 'next' and due_at > now() + interval '1 day'`

/** Rows that are due in a future that the database's clock has left are due now. @returns how many, at most `batch` */
export const bringForward = async (runner: Runner, batch: number): Promise<number> => {
  const rows = await run(runner, 'listAhead')<Pick<OutboxRow, 'queue' | 'id'>>`
    select queue, id::text from outbox where steps_aside in (true, false) and ${isAhead} limit ${batch}`
  for (const { queue, id } of rows)
    await run(runner, 'bringForward')`
      update outbox
      set due_at = now()
      where queue = ${queue} and id = ${id}::bigint and ${isAhead}`
  return rows.length
}

/** Whether a row is new or due. Over several servers, one question to all of them instead of two. */
export const mayHaveWork = async (runner: Runner): Promise<boolean> =>
  !runner.isSpread?.() ||
  anyRow(runner, 'mayHaveWork')`
    select 1
    from outbox
    where ended_at is null and (turn = 'new' or turn = 'next' and due_at <= now())
    limit 1`

/** The outcome of an attempt. A failed one is repeated after the pause. */
export type Ending = {
  outcome: 'delivered' | 'refused' | 'expired' | 'failed'
  /** The other side's. */
  answer: string
  pauseSeconds?: number
  /** Whether later rows need not wait for it. */
  stepsAside?: boolean
}

/** Of rows that ended. A link that came too late is dead. */
const isKept = {
  delivered: sql`false`,
  refused: sql`user_id is not null`,
  expired: sql`user_id is not null and sealed is null`,
}

/**
 * Records the end of an attempt. A delivered row keeps nothing of its content. One that was given up keeps it for its user, as long
 * as it may be of use: operators can have it sent again. Without a user, not even the recipient is kept. A worker that lost its lease may only report a delivery.
 */
export const endAttempt = async (
  runner: Runner,
  { queue, id, attempt, outcome, answer, pauseSeconds = 0, stepsAside = false }: AttemptKey & Ending,
): Promise<void> => {
  const change =
    outcome === 'failed'
      ? sql`due_at = now() + make_interval(secs => ${pauseSeconds}), steps_aside = ${stepsAside}`
      : sql`
        ended_at = now(), outcome = ${outcome}, detail = case when ${isKept[outcome]} then detail else '{}' end,
        sealed = case when ${isKept[outcome]} then sealed end,
        recipient = case when user_id is null then '' else recipient end`
  await run(runner, 'endAttempt')`
    with attempted as (
      update outbox_attempts
      set ended_at = now(), outcome = ${outcome === 'delivered' ? 'delivered' : 'failed'}, answer = ${answer}
      where queue = ${queue} and id = ${id}::bigint and attempt = ${attempt}
    )
    update outbox
    set ${change}
    where queue = ${queue} and id = ${id}::bigint and ended_at is null
      and (attempts = ${attempt} or ${outcome === 'delivered'}::boolean)`
}
