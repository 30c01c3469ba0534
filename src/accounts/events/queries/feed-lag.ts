import { firstRow, type Runner } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'

const oldest = sql`select user_id as "userId", event_id::text as id from unfed order by event_id limit 1`

type Waiting = { seconds: number }

/** How long the oldest event that is not in the feed has been waiting, in seconds. */
export const readFeedLag = async (runner: Runner): Promise<number> => {
  const row = await (runner.isSpread?.() ? readApart(runner) : readTogether(runner))
  return Math.max(0, row?.seconds ?? 0)
}

const readTogether = (runner: Runner): Promise<Waiting | undefined> =>
  firstRow(runner, 'readFeedLag')`
    select extract(epoch from now() - at)::float8 as seconds
    from (${oldest}) as oldest
    cross join lateral (
      select at
      from events
      where user_id = oldest."userId" and id = oldest.id::bigint
      limit 1
    ) as event`

/** Of several servers, one has the event. */
const readApart = async (runner: Runner): Promise<Waiting | undefined> => {
  const unfed = await firstRow(runner, 'findOldestUnfed')<{ userId: string; id: string }>`${oldest}`
  return (
    unfed &&
    firstRow(runner, 'readFeedLagOf')`
      select extract(epoch from now() - at)::float8 as seconds
      from events
      where user_id = ${unfed.userId} and id = ${unfed.id}::bigint`
  )
}
