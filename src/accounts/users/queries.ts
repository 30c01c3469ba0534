import type { StoredPassword } from '../../platform/crypto/password.ts'
import { first, many, type Runner } from '../../platform/db/db.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'

/** The one place that says who may not use their account, for statements that select from `users`. */
const isDisabled = sql`users.disabled_at is not null`

/** The opposite. What belongs to a disabled account is refused as if it did not exist. */
export const isEnabled = sql`not (${isDisabled})`

/** Whether a user exists and is enabled, for statements about what belongs to them. */
export const ofEnabled = (userId: string): Statement =>
  sql`exists (select from users where users.id = ${userId} and ${isEnabled})`

/** What is needed to judge a password sign-in. */
export type Credentials = {
  userId: string
  canonical: string
  epoch: number
  isDisabled: boolean
  /** Whether somebody has proven that the mailbox is theirs. */
  isVerified: boolean
  /** Whether the user signed in completely from the same address within 30 days. */
  isKnownAddress: boolean
  phc: string | null
  pepperId: Uint8Array | null
}

/** By the address that somebody signs in with. */
export const findCredentials = (
  runner: Runner,
  canonical: string,
  bucket: string,
): Promise<Credentials | undefined> =>
  first(runner, credentials(bucket, sql`emails.canonical = ${canonical}`))

/** By the id of somebody who is signed in. */
export const findCredentialsOf = (
  runner: Runner,
  userId: string,
  bucket: string,
): Promise<Credentials | undefined> => first(runner, credentials(bucket, sql`emails.user_id = ${userId}`))

const credentials = (bucket: string, whose: Statement): Statement => sql`
  select users.id as "userId", emails.canonical, users.epoch, ${isDisabled} as "isDisabled",
    emails.verified_at is not null as "isVerified", passwords.phc, passwords.pepper_id as "pepperId",
    exists (${knownAddress(sql`users.id`, bucket)}) as "isKnownAddress"
  from emails
  join users on users.id = emails.user_id
  left join passwords on passwords.user_id = users.id
  where ${whose}`

/** Whether a user signed in completely from an address within 30 days. */
export const isKnownAddress = async (runner: Runner, userId: string, bucket: string): Promise<boolean> =>
  (await runner.run(knownAddress(sql`${userId}`, bucket))).length > 0

const knownAddress = (userId: Statement, bucket: string): Statement => sql`
  select from known_addresses
  where user_id = ${userId} and address = ${bucket} and seen_at > now() - interval '30 days'`

export type NewAccount = {
  userId: string
  email: { typed: string; canonical: string }
  /** Whether somebody has proven already that the mailbox is theirs. */
  isVerified?: boolean
  password?: StoredPassword
}

/** Everything of a new account; the statements run as one. */
export const insertAccount = ({ userId, email, isVerified = false, password }: NewAccount): Statement[] => [
  sql`insert into users (id) values (${userId})`,
  sql`
    insert into emails (canonical, user_id, typed, verified_at)
    values (${email.canonical}, ${userId}, ${email.typed}, case when ${isVerified}::boolean then now() end)`,
  ...(password
    ? [
        sql`
          insert into passwords (user_id, phc, pepper_id)
          values (${userId}, ${password.phc}, ${password.pepperId})`,
      ]
    : []),
]

/** Whether the user can prove a first factor at all. */
export const hasWayIn = async (runner: Runner, userId: string): Promise<boolean> => {
  const ways = sql`
    select from passwords where user_id = ${userId}
    union all
    select from identities where user_id = ${userId}
    limit 1`
  return (await runner.run(ways)).length > 0
}

/** Selects the `id` of a user of whom the transaction holds the row. */
export const knownOwner = (userId: string): Statement => sql`select id from users where id = ${userId}`

/** Selects the `id` of a user whom the same statement creates. */
export const newOwner = (userId: string): Statement => sql`select ${userId}::uuid as id`

/**
 * Selects the user's `id` if the account is enabled, not past its days of grace, and its epoch is still this one. The
 * lock makes a sign-in and whatever ends all sessions follow one another: the later one sees what the earlier one did.
 */
export const existingOwner = (userId: string, epoch: number): Statement => sql`
  select id
  from users
  where id = ${userId} and epoch = ${epoch} and ${isEnabled}
    and not exists (select from account_deletions where user_id = ${userId} and due_at <= now())
  for no key update`

export const upsertKnownAddress = (owner: Statement, bucket: string): Statement => sql`
  insert into known_addresses (user_id, address)
  select owner.id, ${bucket}
  from (${owner}) as owner
  on conflict (user_id, address) do update
  set seen_at = now()`

/** Keeps an account that was to be deleted, if `owner` selects anybody. An event tells of it. */
export const keepAccount = (userId: string, owner: Statement): Statement[] => [
  sql`
    insert into events (user_id, type, outcome)
    select user_id, 'account.deletion_cancelled', 'success'
    from account_deletions
    where user_id = ${userId} and exists (${owner})`,
  sql`
    delete from account_deletions
    where user_id = ${userId} and exists (${owner})`,
]

/** Keeps anything from being changed about a user before the transaction ends. */
export const lockUser = (runner: Runner, userId: string): Promise<{ isDisabled: boolean } | undefined> =>
  first(
    runner,
    sql`
      select ${isDisabled} as "isDisabled"
      from users
      where id = ${userId}
      for no key update`,
  )

/** Writes down that a password's hash is none. */
export const recordUnreadableHash = async (runner: Runner, userId: string): Promise<void> => {
  await runner.run(sql`
    insert into events (user_id, type, outcome, detail)
    values (${userId}, 'secret.unreadable', 'refused', '{"what": "password", "why": "changed"}')`)
}

/** Replaces a password's hash, unless the password was changed meanwhile. */
export const replaceHash = async (
  runner: Runner,
  userId: string,
  old: string,
  fresh: StoredPassword,
): Promise<void> => {
  await runner.run(sql`
    update passwords
    set phc = ${fresh.phc}, pepper_id = ${fresh.pepperId}
    where user_id = ${userId} and phc = ${old}`)
}

export type AccountRow = { id: string; email: string; emailVerified: boolean; createdAt: Date }

export const findAccount = (runner: Runner, userId: string): Promise<AccountRow | undefined> =>
  first(
    runner,
    sql`
      select users.id, emails.typed as email, emails.verified_at is not null as "emailVerified",
        users.created_at as "createdAt"
      from users
      join emails on emails.user_id = users.id
      where users.id = ${userId}`,
  )

export const findEpoch = async (runner: Runner, userId: string): Promise<number | undefined> => {
  const row = await first<{ epoch: number }>(runner, sql`select epoch from users where id = ${userId}`)
  return row?.epoch
}

/**
 * Raises the epoch. Sign-ins under way open nothing; pending links, provider sign-ins and two-factor resets are
 * cancelled. Verification links survive (they grant nothing), and so do links that undo a change of address (a thief must
 * not outlast them).
 *
 * @param from only if it is still this one, and the account is enabled. Returns a row if it was raised
 */
export const raiseEpoch = (userId: string, from?: number): Statement => sql`
  with raised as (
    update users
    set epoch = epoch + 1
    where id = ${userId}
      and (${from ?? null}::integer is null or epoch = ${from ?? null}::integer and ${isEnabled})
    returning id
  ), link as (
    delete from mail_links
    where user_id in (select id from raised) and kind <> 'verification'
  ), provider as (
    delete from oauth_transactions
    where user_id in (select id from raised)
  ), linking as (
    delete from identity_links
    where user_id in (select id from raised)
  ), waiting as (
    delete from two_factor_resets
    where user_id in (select id from raised)
    returning user_id
  ), event as (
    insert into events (user_id, type, outcome)
    select user_id, 'two_factor.reset_cancelled', 'success'
    from waiting
  )
  select id from raised`

/** Whether a user's password was set at that time or later. */
export const isPasswordSince = async (runner: Runner, userId: string, time: Date): Promise<boolean> => {
  const since = sql`select from passwords where user_id = ${userId} and set_at >= ${time}`
  return (await runner.run(since)).length > 0
}

export const setPassword = async (runner: Runner, userId: string, stored: StoredPassword): Promise<void> => {
  await runner.run(sql`
    insert into passwords (user_id, phc, pepper_id)
    values (${userId}, ${stored.phc}, ${stored.pepperId})
    on conflict (user_id) do update
    set phc = excluded.phc, pepper_id = excluded.pepper_id, set_at = now()`)
}

const maxKnownAddresses = 1_000

/** Where a user signed in from within 30 days, the latest first; a thousand places at most. */
export const listKnownAddresses = (
  runner: Runner,
  userId: string,
): Promise<{ address: string; seenAt: Date }[]> =>
  many(
    runner,
    sql`
      select address, seen_at as "seenAt"
      from known_addresses
      where user_id = ${userId}
      order by seen_at desc, address
      limit ${maxKnownAddresses}`,
  )

/** Sweeps addresses that nobody signed in from for 30 days. */
export const sweepKnownAddresses = sweepOf(sql`known_addresses`, {
  key: sql`user_id, address`,
  when: sql`seen_at`,
  before: sql`now() - interval '30 days'`,
})
