import { anyRow, firstRow, type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { isGone } from './deletions.ts'
import { isKnown } from './known-addresses.ts'

/** The one definition, for statements that select from `users`. */
export const isDisabled = sql`(users.disabled_at is not null and (users.disabled_until is null or users.disabled_until > now()))`

/** Whether a user exists and is enabled, as an SQL condition. */
export const ofEnabled = (userId: string): Fragment =>
  sql`exists (select 1 from users where users.id = ${userId} and not (${isDisabled}))`

/** The same, and nothing has ended all sessions since that epoch. */
export const ofEnabledAt = (userId: string, epoch: Fragment): Fragment =>
  sql`exists (select 1 from users where users.id = ${userId} and users.epoch = ${epoch} and not (${isDisabled}))`

/** Joins the user of a row as `account`, if enabled. */
export const joinEnabled = (userId: Fragment): Fragment => sql`
  join (select id, created_at, epoch, language, external_id from users where not (${isDisabled})) as account on account.id = ${userId}`

/**
 * Selects and locks a user who is enabled, within any grace period and still at that epoch. The lock
 * serialises sign-ins and whatever ends all sessions: the later one sees what the earlier one did.
 */
export const lockedAt = (userId: string, epoch: number): Fragment => sql`
  select id
  from users
  where id = ${userId} and epoch = ${epoch} and not (${isDisabled}) and not (${isGone(userId)})
  for no key update`

/** Until the transaction ends. */
export const lockUserAt = (
  runner: Runner,
  userId: string,
  epoch: number,
): Promise<{ id: string } | undefined> => firstRow(runner, 'lockUserAt')`${lockedAt(userId, epoch)}`

/** Whether a user is enabled, and nothing has ended all sessions since that epoch. */
export const isUserAt = (runner: Runner, userId: string, epoch: number): Promise<boolean> =>
  anyRow(runner, 'isUserAt')`
    select 1 from users where id = ${userId} and epoch = ${epoch} and not (${isDisabled})`

/** Keeps anything from being changed about a user before the transaction ends. */
export const lockUser = (runner: Runner, userId: string): Promise<{ isDisabled: boolean } | undefined> =>
  firstRow(runner, 'lockUser')`
    select ${isDisabled} as "isDisabled"
    from users
    where id = ${userId}
    for no key update`

/** Keeps a user from being deleted before the transaction ends. @returns undefined if they are gone, or about to be */
export const holdUser = (runner: Runner, userId: string): Promise<{ language: string | null } | undefined> =>
  firstRow(runner, 'holdUser')`select language from users where id = ${userId} for key share skip locked`

/** @param language null for the service's own */
export const insertUser = (runner: Runner, userId: string, language: string | null): Promise<unknown> =>
  run(runner, 'insertUser')`insert into users (id, language) values (${userId}, ${language})`

export const setLanguage = (runner: Runner, userId: string, language: string | null): Promise<unknown> =>
  run(runner, 'setLanguage')`update users set language = ${language} where id = ${userId}`

/** With every row that refers to them. */
export const deleteUser = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'deleteUser')`delete from users where id = ${userId}`

/** The facts that decide a sign-in. */
export type AccountState = {
  userId: string
  canonical: string
  epoch: number
  isDisabled: boolean
  /** Whether the mailbox is proven. */
  isVerified: boolean
  /** Whether the user signed in completely from there within 30 days. */
  isKnownAddress: boolean
}

/** A subquery for it. */
export const accountState = (userId: Fragment, bucket: string): Fragment => sql`
  select users.id as "userId", emails.canonical, users.epoch, ${isDisabled} as "isDisabled",
    emails.verified_at is not null as "isVerified", ${isKnown(userId, bucket)} as "isKnownAddress"
  from users
  join emails on emails.user_id = ${userId}
  where users.id = ${userId}`

/** A subquery for what operators see of a user; past ends are left out. */
export const adminFactsOf = (userId: Fragment): Fragment => sql`
  select users.created_at as "createdAt", users.language,
    case when ${isDisabled} then users.disabled_at end as "disabledAt",
    case when ${isDisabled} then users.disabled_until end as "disabledUntil",
    case when ${isDisabled} then users.disabled_reason end as "disabledReason",
    users.external_id as "externalId"
  from users
  where users.id = ${userId}`

type AccountRow = {
  id: string
  email: string
  emailVerified: boolean
  createdAt: Date
  language: string | null
  externalId: string | null
}

export const findAccount = (runner: Runner, userId: string): Promise<AccountRow | undefined> =>
  firstRow(runner, 'findAccount')`
    select users.id, emails.typed as email, emails.verified_at is not null as "emailVerified",
      users.created_at as "createdAt", users.language, users.external_id as "externalId"
    from users
    join emails on emails.user_id = users.id
    where users.id = ${userId}`

/** A subquery for the id of a user who exists. */
export const idOf = (userId: Fragment): Fragment =>
  sql`select users.id from users where users.id = ${userId} limit 1`

/** A subquery for the ids of the newest users, which begin with the time, so that their index is read. */
export const newestUsers = (limit: number): Fragment =>
  sql`select id from users order by id desc limit ${limit}`

/** The rows of an account and of all that are newer. */
export const usersSince = (oldest: string): Fragment => sql`users where users.id >= ${oldest}`

/** The id of the oldest of so many of the newest; undefined if there are fewer. */
export const findNthNewest = async (runner: Runner, nth: number): Promise<string | undefined> => {
  const row = await firstRow(runner, 'findNthNewest')<{ id: string }>`
    select id from users order by id desc offset ${nth - 1} limit 1`
  return row?.id
}

/** A subquery for the ids of all. */
export const everyUser: Fragment = sql`select id from users`

/** A subquery for what an application knows a user by. */
export const externalIdOf = (userId: Fragment): Fragment =>
  sql`select external_id from users where users.id = ${userId}`

/** A subquery for a user's language. */
export const languageOf = (userId: string): Fragment => sql`select language from users where id = ${userId}`

export const findEpoch = async (runner: Runner, userId: string): Promise<number | undefined> =>
  (await firstRow(runner, 'findEpoch')<{ epoch: number }>`select epoch from users where id = ${userId}`)
    ?.epoch

/**
 * Sign-ins in progress then open nothing.
 * @param from only if the epoch is still this one and the account is enabled
 * @returns whether it was
 */
export const raiseEpoch = (runner: Runner, userId: string, from?: number): Promise<boolean> =>
  anyRow(runner, 'raiseEpoch')`
    update users
    set epoch = epoch + 1
    where id = ${userId}
      and (${from ?? null}::integer is null or epoch = ${from ?? null}::integer and not (${isDisabled}))
    returning id`

export const raiseEveryEpoch = (runner: Runner): Promise<unknown> =>
  run(runner, 'raiseEveryEpoch')`update users set epoch = epoch + 1`
