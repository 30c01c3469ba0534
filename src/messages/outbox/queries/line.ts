import { anyRow, countRows, type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import type { OutboxRow } from './delivery.ts'

/** Whether a row waits for an earlier one to the same recipient. One that stepped aside delays none. */
const isBehind = (queue: Fragment): Fragment => sql`exists (
  select 1
  from outbox as earlier
  where earlier.queue = ${queue} and earlier.recipient = outbox.recipient and earlier.id < outbox.id
    and earlier.ended_at is null and not earlier.steps_aside
)`

/** Gives up to `batch` new rows their place in line. @returns how many */
export const lineUp = async (runner: Runner, batch: number): Promise<number> => {
  const fresh = sql`select queue, id from outbox where ended_at is null and turn = 'new' order by id limit ${batch}`
  if (!runner.isSpread?.())
    return lineUpThose(runner, sql`(queue, id) in (${fresh} for update skip locked)`, sql`outbox.queue`)
  const rows = await run(runner, 'listNew')<Pick<OutboxRow, 'queue' | 'id'>>`${fresh}`
  for (const { queue, id } of rows)
    await lineUpThose(
      runner,
      sql`queue = ${queue} and id = ${id}::bigint and ended_at is null and turn = 'new'`,
      sql`${queue}`,
    )
  return rows.length
}

const lineUpThose = (runner: Runner, areThose: Fragment, queue: Fragment): Promise<number> =>
  countRows(runner, 'lineUp')`
    update outbox
    set turn = case when ${isBehind(queue)} then 'waiting' else 'next' end
    where ${areThose}
    returning 1`

/**
 * Re-evaluates the next row. To be called after the commit that ended this one: before, a worker could still see it,
 * and make the next one wait.
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
export const callForgotten = async (runner: Runner, batch: number): Promise<number> => {
  // a change is prepared on every server, even if it finds nothing
  if (runner.isSpread?.() && !(await hasWaiting(runner))) return 0
  return countRows(runner, 'callForgotten')`
    update outbox
    set turn = 'new'
    where (queue, id) in (
      select queue, id
      from outbox
      where ended_at is null and turn = 'waiting'
      order by id
      limit ${batch}
    ) and not ${isBehind(sql`outbox.queue`)}
    returning 1`
}

const hasWaiting = (runner: Runner): Promise<boolean> =>
  anyRow(runner, 'hasWaiting')`select 1 from outbox where ended_at is null and turn = 'waiting' limit 1`
