import { countRows, type Runner, run } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { OutboxRow } from '../queries.ts'

/** Whether a row waits for an earlier one to the same recipient. One that stepped aside holds up none. */
const isBehind = sql`exists (
  select
  from outbox as earlier
  where earlier.queue = outbox.queue and earlier.recipient = outbox.recipient and earlier.id < outbox.id
    and earlier.ended_at is null and not earlier.steps_aside
)`

/** Gives up to `batch` new rows their place in line. @returns how many */
export const lineUp = (runner: Runner, batch: number): Promise<number> =>
  countRows(runner, 'lineUp')`
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
    returning 1`

/**
 * Has the next row judged again. To be called after the commit that ended this one: before, a worker could
 * still see it, and make the next one wait.
 */
export const callNext = async (
  runner: Runner,
  { queue, id, recipient }: Pick<OutboxRow, 'queue' | 'id' | 'recipient'>,
): Promise<void> => {
  await run(runner, 'callNext')`
    update outbox
    set turn = 'new'
    where queue = ${queue} and id = (
      select id
      from outbox
      where queue = ${queue} and recipient = ${recipient} and id > ${id}::bigint
        and ended_at is null and not steps_aside
      order by queue, recipient, id
      limit 1
    )`
}

/**
 * Requeues rows that wait behind nobody, because the process that should have called them died. Looks at the
 * oldest `batch` that wait.
 * @returns how many
 */
export const callForgotten = (runner: Runner, batch: number): Promise<number> =>
  countRows(runner, 'callForgotten')`
    update outbox
    set turn = 'new'
    where (queue, id) in (
      select queue, id
      from outbox
      where ended_at is null and turn = 'waiting'
      order by id
      limit ${batch}
    ) and not ${isBehind}
    returning 1`
