import { subjectOf } from '../../accounts/limits/subject.ts'
import { first, many, type Runner } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Notes that an account is to be deleted after so many days, and not before. @returns when; an earlier wish stays */
export const insertDeletion = async (
  runner: Runner,
  userId: string,
  days: number,
  notBefore: Date | undefined,
): Promise<Date> => {
  const row = await first<{ dueAt: Date }>(
    runner,
    sql`
      insert into account_deletions (user_id, due_at)
      -- rounded up to the column's milliseconds, it would not be due at once
      values (${userId}, date_trunc('milliseconds',
        greatest(now() + make_interval(days => ${days}::integer), ${notBefore ?? null}::timestamptz)))
      on conflict (user_id) do update
      set due_at = least(account_deletions.due_at, excluded.due_at)
      returning due_at as "dueAt"`,
  )
  return (row as { dueAt: Date }).dueAt
}

/** Up to `batch` accounts whose time has come, but for those that were set aside. */
export const listDueDeletions = async (runner: Runner, batch: number): Promise<string[]> => {
  const rows = await many<{ userId: string }>(
    runner,
    sql`
      select user_id as "userId"
      from account_deletions
      where due_at <= now() and (set_aside_until is null or set_aside_until <= now())
      order by due_at
      limit ${batch}`,
  )
  return rows.map(({ userId }) => userId)
}

/** Has others go first for an hour. */
export const setDeletionAside = async (runner: Runner, userId: string): Promise<void> => {
  await runner.run(sql`
    update account_deletions
    set set_aside_until = now() + interval '1 hour'
    where user_id = ${userId}`)
}

/**
 * Locks an account whose time has come: a sign-in that would keep it waits and then finds none. @returns nothing when it
 * is kept or gone, or somebody else has it in hand
 */
export const holdDueDeletion = (runner: Runner, userId: string): Promise<{ userId: string } | undefined> =>
  first(
    runner,
    sql`
      select account_deletions.user_id as "userId"
      from account_deletions
      join users on users.id = account_deletions.user_id
      join emails on emails.user_id = account_deletions.user_id
      where account_deletions.user_id = ${userId} and due_at <= now()
      for update skip locked`,
  )

/** Deletes a user and, with them, every row that is theirs. */
export const deleteUser = async (runner: Runner, userId: string): Promise<void> => {
  await runner.run(sql`delete from users where id = ${userId}`)
  await runner.run(
    sql`delete from attempts where subject = any(${[userId, subjectOf.changes(userId)]}::uuid[])`,
  )
  await runner.run(sql`insert into departed_users (user_id) values (${userId})`)
}

/** Whose events still have to forget. */
export const listDeparted = async (runner: Runner, batch: number): Promise<string[]> => {
  const rows = await many<{ userId: string }>(
    runner,
    sql`select user_id as "userId" from departed_users order by user_id limit ${batch}`,
  )
  return rows.map(({ userId }) => userId)
}

/**
 * Anonymises the next `batch` events of a departed user; with none left the user leaves `departed_users`.
 *
 * @returns how many there were
 */
export const forgetEvents = async (runner: Runner, userId: string, batch: number): Promise<number> => {
  const row = await first<{ forgotten: number }>(
    runner,
    sql`
      with departed as (
        select user_id, forgotten_up_to
        from departed_users
        where user_id = ${userId}
        for update skip locked
      ), forgotten as (
        update events
        set session_id = null, address = null, detail = '{}'
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
      select count(*)::integer as forgotten from forgotten`,
  )
  return row?.forgotten ?? 0
}
