import { firstRow, onlyRow, type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'

const remembered = sql`interval '30 days'`

/** Whether a user signed in completely from there within 30 days, as an SQL condition. */
export const isKnown = (userId: Fragment, bucket: string): Fragment => sql`
  exists (
    select 1 from known_addresses
    where user_id = ${userId} and address = ${bucket} and seen_at > now() - ${remembered}
  )`

/**
 * Notes a complete sign-in.
 * @returns whether to notify the owner: it is the first from there within 30 days, and the account is not
 *   brand-new
 */
export const noteAddress = async (runner: Runner, userId: string, bucket: string): Promise<boolean> => {
  const row = await firstRow(runner, 'noteAddress')<{ isNews: boolean }>`
    insert into known_addresses (user_id, address, seen_at, was_news)
    select ${userId}::uuid, ${bucket}::text, now(), created_at < now() - interval '10 minutes'
      or exists (select 1 from known_addresses as others where others.user_id = ${userId})
    from users
    where id = ${userId}
    on conflict (user_id, address) do update
    set seen_at = excluded.seen_at, was_news = excluded.seen_at - known_addresses.seen_at >= ${remembered}
    returning was_news as "isNews"`
  return row?.isNews === true
}

/** The same of the console, whose places are kept apart. Those of anybody who knew the password would be no news there. */
export const noteConsoleAddress = (runner: Runner, userId: string, bucket: string): Promise<boolean> =>
  noteAddress(runner, userId, `console ${bucket}`)

export const isKnownAddress = async (runner: Runner, userId: string, bucket: string): Promise<boolean> => {
  const row = await onlyRow(runner, 'isKnownAddress')<{
    isKnown: boolean
  }>`select ${isKnown(sql`${userId}`, bucket)} as "isKnown"`
  return row.isKnown
}

/** A subquery for the last complete sign-in from any of them. */
export const lastSeenAt = (userId: Fragment): Fragment =>
  sql`(select max(seen_at) from known_addresses where user_id = ${userId})`

/** Those last seen since then, or all. */
export const deleteKnownAddresses = (
  runner: Runner,
  userId: string,
  since: Date | null = null,
): Promise<unknown> =>
  run(runner, 'deleteKnownAddresses')`
    delete from known_addresses
    where user_id = ${userId} and (${since}::timestamptz is null or seen_at >= ${since}::timestamptz)`

const maxListed = 1_000

/** Latest first, at most a thousand; without those of the console, unless they are wanted, too. */
export const listKnownAddresses = (
  runner: Runner,
  userId: string,
  { alsoOfConsole = false } = {},
): Promise<{ address: string; seenAt: Date }[]> =>
  run(runner, 'listKnownAddresses')`
    select address, seen_at as "seenAt"
    from known_addresses
    where user_id = ${userId} and (${alsoOfConsole}::boolean or address not like 'console %')
    order by seen_at desc, address
    limit ${maxListed}`

export const sweepKnownAddresses = sweepOf(sql`known_addresses`, {
  key: sql`user_id, address`,
  when: sql`seen_at`,
  before: sql`now() - ${remembered}`,
})
