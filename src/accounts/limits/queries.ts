import { firstRow, type Runner, run } from '../../platform/db/db.ts'
import { type Fragment, sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import type { Limit, Rule } from './rules.ts'
import { subjectOf } from './subject.ts'

/** The attempts so far, and the seconds to wait; 0: go ahead. */
export type Counted = { count: number; inARow: number; waitSeconds: number }

/**
 * Counts one attempt, unless the subject has to wait. The row decides, so that simultaneous attempts, in any
 * process, get no more than the free ones.
 */
export const takeAttempt = async (runner: Runner, limit: Limit): Promise<Counted> => {
  const { subject, kind, rule } = limit
  const isForgotten = sql`${countsFrom(rule)} + make_interval(secs => ${rule.forgetSeconds}) <= now()`
  const step = sql`${inARowOf(rule) === undefined ? 0 : 1}::integer`
  const row = await firstRow(runner, 'takeAttempt')<Counted & { isAhead: boolean }>`
    with taken as (
      insert into attempts (subject, kind, count, in_a_row, since, last_at)
      values (${subject}, ${kind}, 1, ${step}, now(), now())
      on conflict (subject, kind) do update
      set count = case when ${isForgotten} then 1 else attempts.count + 1 end,
        in_a_row = case when ${isRowForgotten} then 0 else attempts.in_a_row end + ${step},
        since = case when ${isForgotten} then now() else least(attempts.since, now()) end,
        last_at = now()
      where ${openAt(rule)} <= now() and not ${isShut(rule)}
      returning count, in_a_row
    )
    select count, in_a_row as "inARow", 0 as "waitSeconds", false as "isAhead" from taken
    union all
    -- a block that another attempt made after this statement began is not in its snapshot: at least a second
    select count, in_a_row, greatest(1, ${waitSeconds(rule)}), ${isAhead}
    from attempts
    where subject = ${subject} and kind = ${kind} and not exists (select from taken)`
  if (row?.isAhead) await bringBack(runner, limit)
  return row ?? { count: 0, inARow: 0, waitSeconds: 1 }
}

/** Counts nothing. @returns the seconds until the next attempt */
export const waitOf = async (runner: Runner, limit: Limit): Promise<number> => {
  const { subject, kind, rule } = limit
  const row = await firstRow(runner, 'waitOf')<{ waitSeconds: number; isAhead: boolean }>`
    select ${waitSeconds(rule)} as "waitSeconds", ${isAhead} as "isAhead"
    from attempts
    where subject = ${subject} and kind = ${kind}`
  if (row?.isAhead) await bringBack(runner, limit)
  return row?.waitSeconds ?? 0
}

const countsFrom = (rule: Rule): Fragment =>
  rule.wait === 'window' ? sql`attempts.since` : sql`attempts.last_at`

const openAt = (rule: Rule): Fragment => {
  const wait =
    rule.wait === 'window'
      ? sql`${rule.forgetSeconds}::float8`
      : sql`least(${rule.firstWaitSeconds}::float8 * 2.0 ^ least(attempts.count - ${rule.free}::integer, 30), ${rule.maxWaitSeconds}::float8)`
  return sql`case
    when attempts.count < ${rule.free}::integer then now()
    else ${countsFrom(rule)} + make_interval(secs => ${wait})
  end`
}

/** At most the longest wait of the rule, even for a cap that no waiting lifts. */
const waitSeconds = (rule: Rule): Fragment => {
  const longest = sql`${rule.wait === 'window' ? rule.forgetSeconds : rule.maxWaitSeconds}::integer`
  return sql`case
    when ${isShut(rule)} then ${longest}
    else least(${longest}, greatest(0, ceil(extract(epoch from ${openAt(rule)} - now())))::integer)
  end`
}

/** When a row no longer counts: thirty days for each failure in a row. The index has the same text. */
const forgottenAt = sql`((attempts.last_at at time zone 'UTC') + greatest(interval '1 day', attempts.in_a_row * interval '30 days'))`

const isRowForgotten = sql`${forgottenAt} <= now() at time zone 'UTC'`

const isShut = (rule: Rule): Fragment => {
  const inARow = inARowOf(rule)
  return inARow === undefined
    ? sql`false`
    : sql`(attempts.in_a_row >= ${inARow}::integer and not (${isRowForgotten}))`
}

const inARowOf = (rule: Rule): number | undefined => (rule.wait === 'window' ? undefined : rule.inARow)

/** Whether the row is from before the database's clock went back; simultaneous attempts differ by less. */
const isAhead = sql`greatest(attempts.since, attempts.last_at) > now() + interval '1 second'`

/** Restarts such a wait, so that it ends. */
const bringBack = (runner: Runner, { subject, kind }: Limit) =>
  run(runner, 'bringBack')`
    update attempts
    set since = least(since, now()), last_at = least(last_at, now())
    where subject = ${subject} and kind = ${kind}`

/** For an attempt that turned out to be right. */
export const refundAttempt = (runner: Runner, { subject, kind }: Limit): Promise<unknown> =>
  run(runner, 'refundAttempt')`
    update attempts
    set count = count - 1, in_a_row = greatest(in_a_row - 1, 0)
    where subject = ${subject} and kind = ${kind} and count > 0`

export const forgetAttempts = (runner: Runner, { subject, kind }: Limit): Promise<unknown> =>
  run(runner, 'forgetAttempts')`
    delete from attempts
    where subject = ${subject} and kind = ${kind}`

/** From everywhere. */
export const forgetPasswordAttempts = (runner: Runner, userId: string, canonical: string): Promise<unknown> =>
  run(runner, 'forgetPasswordAttempts')`
    delete from attempts
    where subject in (${subjectOf.user(userId)}, ${subjectOf.email(canonical)}) and starts_with(kind, 'password')`

/** From everywhere. */
export const forgetSecondFactorAttempts = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'forgetSecondFactorAttempts')`
    delete from attempts
    where subject = ${subjectOf.user(userId)} and starts_with(kind, 'second factor')`

/** What is counted by address stays, as without an account. */
export const deleteAttemptsOf = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'deleteAttemptsOf')`
    delete from attempts
    where subject in (${subjectOf.user(userId)}, ${subjectOf.changes(userId)})`

/** By account and by address. */
export const listAttempts = (
  runner: Runner,
  { userId, canonical }: { userId: string; canonical: string },
): Promise<{ kind: string; count: number; lastAt: Date }[]> =>
  run(runner, 'listAttempts')`
    select kind, count, last_at as "lastAt"
    from attempts
    where subject in (${subjectOf.user(userId)}, ${subjectOf.email(canonical)}, ${subjectOf.changes(userId)})
    order by kind`

export const sweepAttempts = sweepOf(sql`attempts`, {
  key: sql`subject, kind`,
  when: forgottenAt,
  before: sql`now() at time zone 'UTC'`,
})
