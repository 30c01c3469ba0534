import { anyRow, firstRow, onlyRow, type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'

/** Whether an account is past its grace period, when signing in no longer keeps it. */
export const isGone = (userId: string): Fragment =>
  sql`exists (select 1 from account_deletions where user_id = ${userId} and due_at <= now())`

/** A subquery for when it will be. */
export const deletesAt = (userId: Fragment): Fragment =>
  sql`(select due_at from account_deletions where user_id = ${userId})`

/** @param notBefore however few the days are @returns when the account will be deleted; an earlier date stays */
export const insertDeletion = async (
  runner: Runner,
  userId: string,
  days: number,
  notBefore: Date | undefined,
): Promise<Date> => {
  const row = await onlyRow(runner, 'insertDeletion')<{ dueAt: Date }>`
    insert into account_deletions (user_id, due_at)
    -- rounded up to the column's milliseconds, it would not be due at once
    values (${userId}, date_trunc('milliseconds',
      greatest(now() + make_interval(days => ${days}::integer), ${notBefore ?? null}::timestamptz)))
    on conflict (user_id) do update
    set due_at = least(account_deletions.due_at, excluded.due_at)
    returning due_at as "dueAt"`
  return row.dueAt
}

/** @returns whether there was one */
export const cancelDeletion = (runner: Runner, userId: string): Promise<boolean> =>
  anyRow(runner, 'cancelDeletion')`delete from account_deletions where user_id = ${userId} returning user_id`

/** Except those set aside. */
export const listDueDeletions = async (runner: Runner, batch: number): Promise<string[]> => {
  const rows = await run(runner, 'listDueDeletions')<{ userId: string }>`
    select user_id as "userId"
    from account_deletions
    where due_at <= now() and (set_aside_until is null or set_aside_until <= now())
    order by due_at
    limit ${batch}`
  return rows.map(({ userId }) => userId)
}

/** For an hour. */
export const setDeletionAside = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'setDeletionAside')`
    update account_deletions
    set set_aside_until = now() + interval '1 hour'
    where user_id = ${userId}`

/**
 * Locks a due account: a sign-in that would keep it waits, and then finds none.
 * @param waits for other transactions; otherwise a locked account is left for the next run
 * @returns undefined if it is kept, gone or left
 */
export const holdDueDeletion = (
  runner: Runner,
  userId: string,
  { waits }: { waits: boolean },
): Promise<{ userId: string } | undefined> =>
  firstRow(runner, 'holdDueDeletion')`
    select users.id as "userId"
    from users
    join account_deletions on account_deletions.user_id = users.id
    join emails on emails.user_id = users.id
    where users.id = ${userId} and due_at <= now()
    for update ${waits ? sql`` : sql`skip locked`}`
