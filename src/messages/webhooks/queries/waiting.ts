import { elsewhere, type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'

/** An event that is sent later, or again. What follows it of the same user waits behind it. */
export type WaitingRow = {
  seq: string
  userId: string
  eventId: string
  attempts: number
  /** Whether it has waited for three days. */
  isLate: boolean
}

/**
 * What is due, and what waits behind it; up to `limit`. Each user's is in order, and whose was tried least comes first: what always
 * fails keeps nobody from a turn.
 */
export const listDueWaiting = (runner: Runner, webhookId: string, limit: number): Promise<WaitingRow[]> =>
  run(runner, 'listDueWaiting')`
    select seq::text, user_id as "userId", event_id::text as "eventId", attempts,
      since <= now() - interval '3 days' as "isLate"
    from webhook_waiting as row
    join (
      select distinct on (user_id) user_id as id, due_at as head_due_at, attempts as head_attempts
      from webhook_waiting
      where webhook_id = ${webhookId}
      order by user_id, seq
    ) as head on head.id = row.user_id
    where webhook_id = ${webhookId}
      -- no pause is as long as a day: the clock was set back
      and (head_due_at <= now() or head_due_at > now() + interval '1 day')
    order by head_attempts, row.seq
    limit ${limit}`

/** Of these users, those with events that wait. */
export const listWaitingUsers = async (
  runner: Runner,
  webhookId: string,
  userIds: readonly string[],
): Promise<string[]> => {
  const rows = await run(runner, 'listWaitingUsers')<{ userId: string }>`
    select distinct user_id as "userId"
    from webhook_waiting
    where webhook_id = ${webhookId} and user_id = any(${userIds}::uuid[])`
  return rows.map(({ userId }) => userId)
}

export type Postponed = Pick<WaitingRow, 'seq' | 'userId' | 'eventId' | 'attempts'> & { pauseSeconds: number }

/** Sets events aside, or puts them off again. */
export const postpone = (
  runner: Runner,
  webhookId: string,
  postponed: readonly Postponed[],
): Promise<unknown> =>
  run(elsewhere(runner), 'postpone')`
    insert into webhook_waiting (webhook_id, user_id, seq, event_id, attempts, due_at)
    select ${webhookId}::uuid, user_id, seq, event_id, attempts, now() + make_interval(secs => pause)
    from jsonb_to_recordset(${JSON.stringify(postponed.map(columnsOf))}::jsonb) as told (
      user_id uuid, seq bigint, event_id bigint, attempts integer, pause float8
    )
    on conflict (webhook_id, user_id, seq) do update
    set attempts = excluded.attempts, due_at = excluded.due_at`

const columnsOf = ({ seq, userId, eventId, attempts, pauseSeconds }: Postponed) => ({
  user_id: userId,
  seq,
  event_id: eventId,
  attempts,
  pause: pauseSeconds,
})

export const deleteWaiting = (
  runner: Runner,
  webhookId: string,
  rows: readonly Pick<WaitingRow, 'seq' | 'userId'>[],
): Promise<unknown> =>
  run(elsewhere(runner), 'deleteWaiting')`
    delete from webhook_waiting
    where webhook_id = ${webhookId} and (user_id, seq) in (
      select *
      from unnest(${rows.map(({ userId }) => userId)}::uuid[], ${rows.map(({ seq }) => seq)}::bigint[])
    )`

/** Once somebody answers again, nothing waits any longer. */
export const hasten = (runner: Runner, webhookId: string): Promise<unknown> =>
  run(elsewhere(runner), 'hasten')`
    update webhook_waiting set due_at = now() where webhook_id = ${webhookId} and due_at > now()`

/** Starts the attempts anew, for a webhook that is switched on again: the receiver may have been mended since. */
export const forgetTries = (runner: Runner, webhookId: string): Promise<unknown> =>
  run(elsewhere(runner), 'forgetTries')`
    update webhook_waiting set attempts = 0, due_at = now() where webhook_id = ${webhookId}`

type Oldest = { webhookId: string; seconds: number }

/** How long the oldest event of each webhook that is on has waited. */
export const readWaitingSeconds = (runner: Runner): Promise<Oldest[]> =>
  run(runner, 'readWaitingSeconds')`
    select webhook_id as "webhookId", extract(epoch from now() - min(since))::float8 as seconds
    from webhook_waiting
    where webhook_id in (${sql`select id from webhooks where disabled_at is null`})
    group by webhook_id`
