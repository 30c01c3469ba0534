import { type Db, firstRow, type Runner, run } from '#platform/db/db.ts'

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
export const forgetEvents = (db: Db, userId: string, batch: number): Promise<number> =>
  db.transaction(async (runner) => {
    const departed = await firstRow(runner, 'lockDeparted')<{ upTo: string }>`
      select forgotten_up_to::text as "upTo"
      from departed_users
      where user_id = ${userId}
      for update skip locked`
    if (!departed) return 0
    const forgotten = await run(runner, 'forgetEvents')<{ id: string }>`
      update events
      set session_id = null, address = null, detail = '{}', reason = null
      where user_id = ${userId} and id in (
        select id
        from events
        where user_id = ${userId} and id > ${departed.upTo}::bigint
        order by user_id, id
        limit ${batch}
      )
      returning id::text`
    if (forgotten.length < batch)
      await run(runner, 'deleteDeparted')`delete from departed_users where user_id = ${userId}`
    else
      await run(runner, 'noteForgotten')`
        update departed_users
        set forgotten_up_to = (
          select max(id) from unnest(${forgotten.map(({ id }) => id)}::bigint[]) as forgotten (id)
        )
        where user_id = ${userId}`
    return forgotten.length
  })
