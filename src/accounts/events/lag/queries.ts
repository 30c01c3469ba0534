import { firstRow, type Runner } from '../../../platform/db/db.ts'

/** How long the oldest event that is not in the feed has been waiting, in seconds. */
export const readFeedLag = async (runner: Runner): Promise<number> => {
  const row = await firstRow(runner, 'readFeedLag')<{ seconds: number }>`
    select extract(epoch from now() - at)::float8 as seconds
    from (select user_id, event_id from unfed order by event_id limit 1) as oldest
    cross join lateral (
      select at
      from events
      where user_id = oldest.user_id and id = oldest.event_id
      limit 1
    ) as event`
  return Math.max(0, row?.seconds ?? 0)
}
