import { onlyRow, type Runner } from '#platform/db/db.ts'
import { rowsOf } from '#platform/db/spreading/sizes.ts'

type PeopleCounts = {
  all: number
  blocked: number
  unconfirmed: number
  closing: number
  invited: number
}

/** How many people there are, and of what standing: of each, `most` at most. */
export const countPeople = (runner: Runner, most: number): Promise<PeopleCounts> =>
  onlyRow(runner, 'countPeople')`
    select
      (select count(*)::integer from (select id from users order by id limit ${most}) as counted) as all,
      (
        select count(*)::integer
        from (select id from users where disabled_at is not null limit ${most}) as counted
      ) as blocked,
      (
        select count(*)::integer
        from (select user_id from emails where verified_at is null limit ${most}) as counted
      ) as unconfirmed,
      (select count(*)::integer from (select user_id from account_deletions order by user_id limit ${most}) as counted) as closing,
      (select count(*)::integer from (select user_id from invitations order by user_id limit ${most}) as counted) as invited`

/** How many people there are, from what the planner knows; null if it doesn't yet. */
export const estimatePeople = async (runner: Runner): Promise<number | null> => {
  const { rows } = await onlyRow(runner, 'estimatePeople')<{ rows: number | null }>`
    select ${rowsOf(runner)} as rows from pg_class where oid = 'users'::regclass`
  return rows === null ? null : Math.round(rows)
}
