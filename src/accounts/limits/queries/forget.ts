import { type Runner, run } from '#platform/db/db.ts'
import type { Limit } from '../rules.ts'
import { subjectOf } from '../subject.ts'

/** For an attempt that turned out to be right. */
export const refundAttempt = (runner: Runner, { subject, kind }: Limit): Promise<unknown> =>
  run(runner, 'refundAttempt')`
    update attempts
    set count = count - 1, in_a_row = greatest(in_a_row - 1, 0)
    where subject = ${subject} and kind = ${kind} and count > 0`

export const refundAttempts = (runner: Runner, limits: readonly Limit[]): Promise<unknown> =>
  Promise.all(limits.map((limit) => refundAttempt(runner, limit)))

/** Clears all counts. */
export const forgetUncounted = (runner: Runner, { subject, kind }: Limit): Promise<unknown> =>
  run(runner, 'forgetUncounted')`
    delete from attempts
    where subject = ${subject} and kind = ${kind} and count = 0`

export const forgetAttempts = (runner: Runner, { subject, kind }: Limit): Promise<unknown> =>
  run(runner, 'forgetAttempts')`
    delete from attempts
    where subject = ${subject} and kind = ${kind}`

/** From everywhere, right ones and wrong ones. */
export const forgetPasswordAttempts = (runner: Runner, userId: string, canonical: string): Promise<unknown> =>
  run(runner, 'forgetPasswordAttempts')`
    delete from attempts
    where subject in (${subjectOf.user(userId)}, ${subjectOf.email(canonical)})
      and (starts_with(kind, 'password') or starts_with(kind, 'sign-ins'))`

/** From everywhere. */
export const forgetSecondFactorAttempts = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'forgetSecondFactorAttempts')`
    delete from attempts
    where subject = ${subjectOf.user(userId)} and starts_with(kind, 'second factor')`

/** Counts by address stay, as without an account. */
export const deleteAttemptsOf = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'deleteAttemptsOf')`
    delete from attempts
    where subject in (${subjectOf.user(userId)}, ${subjectOf.changes(userId)})`
