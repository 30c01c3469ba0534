import { first, many, type Runner } from '../db/db.ts'
import { type Statement, sql } from '../db/sql.ts'
import { sweepOf } from '../db/sweep.ts'
import { type Limit, longestForgetSeconds, type Rule } from './rules.ts'

/**
 * Counts one attempt, unless the subject has to wait. The row decides, also between processes: of any number of
 * attempts at the same moment no more than the free ones get through.
 *
 * @returns how many there are now and 0 when the attempt may be looked at, else the seconds to wait
 */
export const takeAttempt = async (
  runner: Runner,
  { subject, kind, rule }: Limit,
): Promise<{ count: number; waitSeconds: number }> => {
  const isForgotten = sql`${countsFrom(rule)} + make_interval(secs => ${rule.forgetSeconds}) <= now()`
  const row = await first<{ count: number; waitSeconds: number }>(
    runner,
    sql`
      with taken as (
        insert into attempts (subject, kind, count, since, last_at)
        values (${subject}, ${kind}, 1, now(), now())
        on conflict (subject, kind) do update
        set count = case when ${isForgotten} then 1 else attempts.count + 1 end,
          since = case when ${isForgotten} then now() else attempts.since end,
          last_at = now()
        where ${openAt(rule)} <= now()
        returning count
      )
      select count, 0 as "waitSeconds" from taken
      union all
      -- a block that another attempt made after this statement began is not in its snapshot: at least a second
      select count, greatest(1, ceil(extract(epoch from ${openAt(rule)} - now())))::integer
      from attempts
      where subject = ${subject} and kind = ${kind} and not exists (select from taken)`,
  )
  return row ?? { count: 0, waitSeconds: 1 }
}

/** @returns the seconds until the next attempt may be taken, 0 for none; counts nothing */
export const waitOf = async (runner: Runner, { subject, kind, rule }: Limit): Promise<number> => {
  const row = await first<{ waitSeconds: number }>(
    runner,
    sql`
      select greatest(0, ceil(extract(epoch from ${openAt(rule)} - now())))::integer as "waitSeconds"
      from attempts
      where subject = ${subject} and kind = ${kind}`,
  )
  return row?.waitSeconds ?? 0
}

const countsFrom = (rule: Rule): Statement =>
  rule.wait === 'window' ? sql`attempts.since` : sql`attempts.last_at`

const openAt = (rule: Rule): Statement => {
  const wait =
    rule.wait === 'window'
      ? sql`${rule.forgetSeconds}::float8`
      : sql`least(${rule.firstWaitSeconds}::float8 * 2.0 ^ least(attempts.count - ${rule.free}::integer, 30), ${rule.maxWaitSeconds}::float8)`
  return sql`case
    when attempts.count < ${rule.free}::integer then now()
    else ${countsFrom(rule)} + make_interval(secs => ${wait})
  end`
}

/** Takes one attempt back that turned out to be right. */
export const refundAttempt = ({ subject, kind }: Limit): Statement => sql`
  update attempts
  set count = count - 1
  where subject = ${subject} and kind = ${kind} and count > 0`

/** Forgets all attempts. */
export const forgetAttempts = ({ subject, kind }: Limit): Statement => sql`
  delete from attempts
  where subject = ${subject} and kind = ${kind}`

/** What is counted of a subject. */
export const listAttempts = (
  runner: Runner,
  subject: string,
): Promise<{ kind: string; count: number; lastAt: Date }[]> =>
  many(
    runner,
    sql`
      select kind, count, last_at as "lastAt"
      from attempts
      where subject = ${subject}
      order by kind`,
  )

/** Forgets all attempts at an account's password, wherever they came from. */
export const forgetPasswordAttempts = (userId: string): Statement => sql`
  delete from attempts
  where subject = ${userId} and starts_with(kind, 'password')`

/** Sweeps rows that count nothing any more. */
export const sweepAttempts = sweepOf(sql`attempts`, {
  key: sql`subject, kind`,
  when: sql`last_at`,
  before: sql`now() - make_interval(secs => ${longestForgetSeconds})`,
})
