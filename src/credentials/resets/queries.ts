import type { LinkKey } from '../../accounts/links/token.ts'
import { joinEnabled, ofEnabled } from '../../accounts/users/queries/users.ts'
import { anyRow, firstRow, onlyRow, type Runner, run } from '../../platform/db/db.ts'
import type { Sealed } from '../../platform/db/key-check.ts'
import { sql } from '../../platform/db/sql.ts'

type Waiting = { sealedToken: Uint8Array; firstHours: number; hoursLeft: number }

/** Starts one, unless one is pending. @returns when the factor is removed, and whether this is a new one */
export const insertReset = async (
  runner: Runner,
  { userId, digest }: LinkKey,
  { sealedToken, firstHours, hoursLeft }: Waiting,
): Promise<{ removesAt: Date; isNew: boolean }> => {
  const { isNew, ...begun } = await onlyRow(runner, 'insertReset')<Next & { isNew: boolean }>`
    insert into two_factor_resets (user_id, digest, sealed_token, next_at, hours_left)
    values (${userId}, ${digest}, ${sealedToken}, now() + make_interval(hours => ${firstHours}::integer),
      ${hoursLeft})
    on conflict (user_id) do update
    set user_id = excluded.user_id
    returning ${next}, digest = ${digest} as "isNew"`
  return { isNew, removesAt: endOf(begun) }
}

/** The next step, and what is left after it. */
type Next = { nextAt: Date; hoursLeft: number }

const next = sql`two_factor_resets.next_at as "nextAt", two_factor_resets.hours_left as "hoursLeft"`

const endOf = ({ nextAt, hoursLeft }: Next): Date => new Date(nextAt.getTime() + hoursLeft * 3_600_000)

const removesAt = sql`
  two_factor_resets.next_at + make_interval(hours => two_factor_resets.hours_left) as "removesAt"`

export const findWaiting = (
  runner: Runner,
  { userId, digest }: LinkKey,
): Promise<{ removesAt: Date } | undefined> =>
  firstRow(runner, 'findWaiting')`
    select ${removesAt}
    from two_factor_resets
    where user_id = ${userId} and digest = ${digest} and ${ofEnabled(userId)}`

export const findResetOf = (runner: Runner, userId: string): Promise<{ removesAt: Date } | undefined> =>
  firstRow(runner, 'findResetOf')`select ${removesAt} from two_factor_resets where user_id = ${userId}`

/** @returns whether one was pending */
export const deleteResetBy = (runner: Runner, { userId, digest }: LinkKey): Promise<boolean> =>
  anyRow(runner, 'deleteResetBy')`
    delete from two_factor_resets
    where user_id = ${userId} and digest = ${digest} and ${ofEnabled(userId)}
    returning user_id`

/** Stops a reset. @returns whether one was pending */
export const deleteReset = (runner: Runner, userId: string): Promise<boolean> =>
  anyRow(runner, 'deleteReset')`delete from two_factor_resets where user_id = ${userId} returning user_id`

export const deleteEveryReset = (runner: Runner): Promise<unknown> =>
  run(runner, 'deleteEveryReset')`delete from two_factor_resets`

export type DueReset = { userId: string; sealedToken: Uint8Array; begunAt: Date; hoursLeft: number }

/** Those of disabled users wait, because their owners could not stop them. */
export const listDueResets = async (runner: Runner, batch: number): Promise<string[]> => {
  const rows = await run(runner, 'listDueResets')<{ userId: string }>`
    select user_id as "userId"
    from two_factor_resets
    ${joinEnabled(sql`user_id`)}
    where next_at <= now()
    order by next_at
    limit ${batch}`
  return rows.map(({ userId }) => userId)
}

/** Locks it, and its user. @returns undefined if it is no longer due, or another process has it */
export const holdDueReset = (runner: Runner, userId: string): Promise<DueReset | undefined> =>
  firstRow(runner, 'holdDueReset')`
    select user_id as "userId", sealed_token as "sealedToken", begun_at as "begunAt", hours_left as "hoursLeft"
    from two_factor_resets
    ${joinEnabled(sql`${userId}`)}
    where user_id = ${userId} and next_at <= now()
    for no key update skip locked`

/** For an hour. Late is safe: nothing is removed without notice. */
export const setResetAside = async (runner: Runner, userId: string): Promise<void> => {
  await run(runner, 'setResetAside')`
    update two_factor_resets
    set next_at = greatest(next_at, now() + interval '1 hour')
    where user_id = ${userId}`
}

/** @param nextHours until the next step @param hoursLeft after it @returns when the factor is removed */
export const putOff = async (
  runner: Runner,
  userId: string,
  { nextHours, hoursLeft }: { nextHours: number; hoursLeft: number },
): Promise<{ removesAt: Date }> => {
  const put = await onlyRow(runner, 'putOff')<Next>`
    update two_factor_resets
    set next_at = now() + make_interval(hours => ${nextHours}::integer), hours_left = ${hoursLeft}
    where user_id = ${userId}
    returning ${next}`
  return { removesAt: endOf(put) }
}

export const sealedTokens: Sealed = {
  what: 'two-factor resets',
  keyIds: sql`select substr(sealed_token, 1, 2) as id from two_factor_resets`,
}
