import { firstRow, type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'
import type { Limit, Rule } from '../rules.ts'
import { subjectOf } from '../subject.ts'

/** The attempts so far, and the seconds to wait; 0: go ahead. */
export type Counted = { count: number; inARow: number; waitSeconds: number }

/**
 * Counts one attempt, unless the subject has to wait. The row decides, so that simultaneous attempts, in any
 * process, get no more than the free ones.
 */
export const takeAttempt = async (runner: Runner, limit: Limit): Promise<Counted> => {
  const { subject, kind, rule } = limit
  // stored times suffice, and Citus accepts no clock here
  const at = sql`excluded.last_at`
  const isForgotten = sql`${at} - ${countsFrom(rule)} >= make_interval(secs => ${rule.forgetSeconds})`
  const isRowForgotten = isRowForgottenBy(at)
  const step = sql`${inARowOf(rule) === undefined ? 0 : 1}::integer`
  const taken = await firstRow(runner, 'takeAttempt')<{ count: number; inARow: number }>`
    insert into attempts (subject, kind, count, in_a_row, since, last_at)
    values (${subject}, ${kind}, 1, ${step}, now(), now())
    on conflict (subject, kind) do update
    set count = case when ${isForgotten} then 1 else attempts.count + 1 end,
      in_a_row = case when ${isRowForgotten} then 0 else attempts.in_a_row end + ${step},
      since = case when ${isForgotten} then ${at} else least(attempts.since, ${at}) end,
      last_at = ${at}
    where ${isOpen(rule, at)} and not ${isShut(rule, at)}
    returning count, in_a_row as "inARow"`
  if (taken) return { ...taken, waitSeconds: 0 }
  const refused = await findCounted(runner, limit)
  // it may be over by now: at least a second
  return { count: 0, inARow: 0, ...refused, waitSeconds: Math.max(1, refused?.waitSeconds ?? 0) }
}

/** Counts nothing. @returns undefined without an attempt so far */
export const findCounted = async (runner: Runner, limit: Limit): Promise<Counted | undefined> => {
  const { subject, kind, rule } = limit
  const row = await firstRow(runner, 'waitOf')<Counted & { isAhead: boolean }>`
    select count, in_a_row as "inARow", ${waitSeconds(rule)} as "waitSeconds", ${isAhead} as "isAhead"
    from attempts
    where subject = ${subject} and kind = ${kind}`
  if (!row) return
  const { isAhead: mustReturn, ...counted } = row
  if (mustReturn) await bringBack(runner, limit)
  return counted
}

const countsFrom = (rule: Rule): Fragment =>
  rule.wait === 'window' ? sql`attempts.since` : sql`attempts.last_at`

const isOpen = (rule: Rule, at: Fragment): Fragment =>
  sql`(attempts.count < ${rule.free}::integer or ${at} - ${countsFrom(rule)} >= ${wholeWait(rule)})`

const wholeWait = (rule: Rule): Fragment => {
  const seconds =
    rule.wait === 'window'
      ? sql`${rule.forgetSeconds}::float8`
      : sql`least(${rule.firstWaitSeconds}::float8 * 2.0 ^ least(attempts.count - ${rule.free}::integer, 30), ${rule.maxWaitSeconds}::float8)`
  return sql`make_interval(secs => ${seconds})`
}

/** At most the longest wait of the rule, even for a cap that no waiting lifts. */
const waitSeconds = (rule: Rule): Fragment => {
  const longest = sql`${rule.wait === 'window' ? rule.forgetSeconds : rule.maxWaitSeconds}::integer`
  return sql`case
    when ${isShut(rule, sql`now()`)} then ${longest}
    when attempts.count < ${rule.free}::integer then 0
    else least(${longest}, greatest(0, ceil(extract(epoch from ${wholeWait(rule)} - (now() - ${countsFrom(rule)}))))::integer)
  end`
}

/** When a row no longer counts: thirty days for each failure in a row. The index has the same text. */
const forgottenAt = sql`((attempts.last_at at time zone 'UTC') + greatest(interval '1 day', attempts.in_a_row * interval '30 days'))`

const isRowForgottenBy = (at: Fragment): Fragment => sql`${forgottenAt} <= ${at} at time zone 'UTC'`

const isShut = (rule: Rule, at: Fragment): Fragment => {
  const inARow = inARowOf(rule)
  return inARow === undefined
    ? sql`false`
    : sql`(attempts.in_a_row >= ${inARow}::integer and not (${isRowForgottenBy(at)}))`
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

/** What is counted for an account, wherever its subject: not what for. */
export const listCounts = (
  runner: Runner,
  { userId, canonical }: { userId: string; canonical: string },
): Promise<{ subject: string; kind: string }[]> =>
  run(runner, 'listCounts')`
    select subject, kind
    from attempts
    where subject in (${subjectOf.user(userId)}, ${subjectOf.email(canonical)}, ${subjectOf.changes(userId)})
    order by kind`

export const sweepAttempts = sweepOf(sql`attempts`, {
  key: sql`subject, kind`,
  when: forgottenAt,
  before: sql`now() at time zone 'UTC'`,
})
