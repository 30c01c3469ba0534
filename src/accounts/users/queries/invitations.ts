import { anyRow, type Db, onlyRow, type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { isUnproven } from './emails.ts'

/** For an account that has only an address yet. Inviting again prolongs it. @returns when it expires */
export const insertInvitation = async (runner: Runner, userId: string, seconds: number): Promise<Date> => {
  const row = await onlyRow(runner, 'insertInvitation')<{ expiresAt: Date }>`
    insert into invitations (user_id, expires_at)
    values (${userId}, now() + make_interval(secs => ${seconds}))
    on conflict (user_id) do update
    set expires_at = excluded.expires_at
    returning expires_at as "expiresAt"`
  return row.expiresAt
}

/**
 * Whether an account comes from an invitation not yet accepted. Version 0.1.0 keeps the row on acceptance, so only an
 * unproven mailbox counts.
 */
export const isInvited = (runner: Runner, userId: string): Promise<boolean> =>
  anyRow(runner, 'isInvited')`
    select 1 from invitations where user_id = ${userId} and ${isUnproven(sql`${userId}`)}`

/** A subquery for when it expires. */
export const invitedUntil = (userId: Fragment): Fragment =>
  sql`(select expires_at from invitations where user_id = ${userId} and ${isUnproven(userId)})`

/** The account has an owner from now on. @returns whether it was waiting for them */
export const deleteInvitation = (runner: Runner, userId: string): Promise<boolean> =>
  anyRow(runner, 'deleteInvitation')`delete from invitations where user_id = ${userId} returning user_id`

/** Has the accounts of expired invitations removed. @returns how many, at most `batch` */
export const closeExpired = async (db: Db, batch: number): Promise<number> => {
  const expired = await run(db, 'listExpired')<{ userId: string }>`
    select user_id as "userId" from invitations where expires_at <= now() order by expires_at limit ${batch}`
  for (const { userId } of expired) await db.transaction((runner) => closeOne(runner, userId))
  return expired.length
}

const closeOne = async (runner: Runner, userId: string): Promise<void> => {
  // somebody who is accepting it right now has locked it
  const isExpired = await anyRow(runner, 'lockExpired')`
    select 1 from invitations where user_id = ${userId} and expires_at <= now() for update skip locked`
  if (isExpired && (await deleteInvitation(runner, userId)))
    await run(runner, 'closeExpired')`
      insert into account_deletions (user_id, due_at)
      select user_id, date_trunc('milliseconds', now())
      from emails
      where user_id = ${userId} and verified_at is null
      on conflict (user_id) do nothing`
}
