import { onlyRow, type Runner } from '#platform/db/db.ts'

/** Per kind of row: enough to raise an alarm, and read within milliseconds. */
const most = 10_000

type Backlog = { due: number; oldestSeconds: number }

/** Rows due for delivery, those that step aside last, and how long the oldest has been due. */
export const readBacklog = (runner: Runner): Promise<Backlog> =>
  onlyRow(runner, 'readBacklog')`
    select count(*)::integer as due,
      coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "oldestSeconds"
    from (
      (
        select due_at
        from outbox
        where ended_at is null and turn = 'next' and due_at <= now()
        order by steps_aside, due_at
        limit ${most}
      )
      union all
      (
        select due_at
        from outbox
        where ended_at is null and turn = 'new' and due_at <= now()
        order by id
        limit ${most}
      )
    ) as due`

type Deliveries = {
  /** Rows tried in vain so far, and the age of the oldest. */
  retried: number
  retriedSeconds: number
  /** Within a day, and how many of those were given up. */
  ended: number
  expired: number
  refused: number
}

export const readDeliveries = (runner: Runner): Promise<Deliveries> =>
  onlyRow(runner, 'readDeliveries')`
    select retried.*, ended.*
    from (
      select count(*)::integer as retried,
        coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "retriedSeconds"
      from outbox
      where ended_at is null and turn = 'next' and outbox.attempts > 0
    ) as retried
    cross join (
      select count(*)::integer as ended, count(*) filter (where outcome = 'expired')::integer as expired,
        count(*) filter (where outcome = 'refused')::integer as refused
      from outbox
      where ended_at > now() - interval '1 day'
    ) as ended`
