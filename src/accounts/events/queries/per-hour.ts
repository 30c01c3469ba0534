import { onlyRow, type Runner } from '#platform/db/db.ts'

/** How often these happened in the hour from then on. @param most counted at most */
export const countInHour = async (
  runner: Runner,
  types: readonly string[],
  from: Date,
  most: number,
): Promise<number> => {
  const row = await onlyRow(runner, 'countInHour')<{ count: number }>`
    select count(*)::integer as count
    from (
      select 1
      from events
      where type = any(${types}::text[]) and at >= ${from}::timestamptz and at < ${from}::timestamptz + interval '1 hour'
      limit ${most}
    ) as happened`
  return row.count
}

/** By the clock that events go by. */
export const readMomentOfEvents = async (runner: Runner): Promise<Date> =>
  (await onlyRow(runner, 'readMomentOfEvents')<{ at: Date }>`select now() as at`).at
