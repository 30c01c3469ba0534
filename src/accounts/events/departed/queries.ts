import { firstRow, type Runner, run } from '../../../platform/db/db.ts'

/** Notes a deleted user whose events must be anonymised, and cancels the notices that still wait. */
export const insertDeparted = (runner: Runner, userId: string): Promise<unknown> =>
  Promise.all([
    run(runner, 'forgetRecipients')`
      update unfed
      set recipient = null, aside = null
      where user_id = ${userId}`,
    run(runner, 'insertDeparted')`insert into departed_users (user_id) values (${userId})`,
  ])

export const listDeparted = async (runner: Runner, batch: number): Promise<string[]> => {
  const rows = await run(runner, 'listDeparted')<{
    userId: string
  }>`select user_id as "userId" from departed_users order by user_id limit ${batch}`
  return rows.map(({ userId }) => userId)
}

/** Anonymises the next `batch` events of a departed user, and forgets the user after the last. @returns how many */
export const forgetEvents = async (runner: Runner, userId: string, batch: number): Promise<number> => {
  const row = await firstRow(runner, 'forgetEvents')<{ forgotten: number }>`
    with departed as (
      select user_id, forgotten_up_to
      from departed_users
      where user_id = ${userId}
      for update skip locked
    ), forgotten as (
      update events
      set session_id = null, address = null, detail = '{}', reason = null
      where (user_id, id) in (
        select next.user_id, next.id
        from departed
        cross join lateral (
          select user_id, id
          from events
          where user_id = departed.user_id and id > departed.forgotten_up_to
          order by user_id, id
          limit ${batch}
        ) as next
      )
      returning id
    ), further as (
      update departed_users
      set forgotten_up_to = (select max(id) from forgotten)
      where user_id = ${userId} and (select count(*) from forgotten) = ${batch}
    ), done as (
      delete from departed_users
      where user_id in (select user_id from departed) and (select count(*) from forgotten) < ${batch}
    )
    select count(*)::integer as forgotten from forgotten`
  return row?.forgotten ?? 0
}
