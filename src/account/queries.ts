import { first, many, type Runner } from '../db/db.ts'
import { gather } from '../db/gather.ts'
import { sql } from '../db/sql.ts'
import { type AccessClaim, accessClaims, type Live, live } from '../sessions/queries.ts'

/** A session and the account that it belongs to. */
export type LiveAccount = Live & {
  email: string
  emailVerified: boolean
  createdAt: Date
  /** Nothing when there is no second factor. */
  backupCodesLeft: number | null
}

/** The session of an access token together with its account, in one round trip: this is the hottest path of all. */
export const findLiveAccount = gather<AccessClaim, LiveAccount>(
  (claims) => sql`
    select ${live}, emails.typed as email, emails.verified_at is not null as "emailVerified",
      users.created_at as "createdAt",
      case when totp_factors.user_id is not null then (
        select count(*)::integer from backup_codes where user_id = users.id and spent_at is null
      ) end as "backupCodesLeft"
    from ${accessClaims(claims)}
    join emails on emails.user_id = users.id
    left join totp_factors on totp_factors.user_id = users.id`,
)

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
      values (${userId}, greatest(now() + make_interval(days => ${days}::integer), ${notBefore ?? null}))
      on conflict (user_id) do update
      set due_at = least(account_deletions.due_at, excluded.due_at)
      returning due_at as "dueAt"`,
  )
  return (row as { dueAt: Date }).dueAt
}

/**
 * Takes up to `batch` accounts whose time has come. Their rows stay locked: a sign-in that would keep one of them waits
 * and then finds no account.
 */
export const takeDueDeletions = async (runner: Runner, batch: number): Promise<string[]> => {
  const rows = await many<{ userId: string }>(
    runner,
    sql`
      select account_deletions.user_id as "userId"
      from account_deletions
      join users on users.id = account_deletions.user_id
      join emails on emails.user_id = account_deletions.user_id
      where due_at <= now()
      order by due_at
      limit ${batch}
      for update skip locked`,
  )
  return rows.map(({ userId }) => userId)
}

/** Deletes users and, with them, every row that is theirs. */
export const deleteUsers = async (runner: Runner, userIds: readonly string[]): Promise<void> => {
  await runner.run(sql`delete from users where id = any(${userIds}::uuid[])`)
}

export const forgetAttemptsOf = async (runner: Runner, userIds: readonly string[]): Promise<void> => {
  await runner.run(sql`delete from attempts where subject = any(${userIds}::uuid[])`)
}

/** Takes out of the events of deleted users whatever could lead to the person. */
export const forgetEvents = async (runner: Runner, userIds: readonly string[]): Promise<void> => {
  await runner.run(sql`
    update events
    set session_id = null, address = null, detail = '{}'
    where user_id = any(${userIds}::uuid[])`)
}
