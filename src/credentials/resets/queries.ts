import type { LinkKey } from '../../accounts/links/token.ts'
import { isEnabled, ofEnabled } from '../../accounts/users/queries.ts'
import { first, many, type Runner } from '../../platform/db/db.ts'
import type { Sealed } from '../../platform/db/key-check.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'

type Waiting = { sealedToken: Uint8Array; firstHours: number; hoursLeft: number }

/** Begins to wait, unless something waits already. @returns when the factor is removed, and whether this began it */
export const insertReset = async (
  runner: Runner,
  { userId, digest }: LinkKey,
  { sealedToken, firstHours, hoursLeft }: Waiting,
): Promise<{ removesAt: Date; isNew: boolean }> => {
  const row = await first<{ removesAt: Date; isNew: boolean }>(
    runner,
    sql`
      insert into two_factor_resets (user_id, digest, sealed_token, next_at, hours_left)
      values (${userId}, ${digest}, ${sealedToken}, now() + make_interval(hours => ${firstHours}::integer),
        ${hoursLeft})
      on conflict (user_id) do update
      set user_id = excluded.user_id
      returning ${removesAt}, digest = ${digest} as "isNew"`,
  )
  return row as { removesAt: Date; isNew: boolean }
}

const removesAt = sql`
  two_factor_resets.next_at + make_interval(hours => two_factor_resets.hours_left) as "removesAt"`

export const findWaiting = (
  runner: Runner,
  { userId, digest }: LinkKey,
): Promise<{ removesAt: Date } | undefined> =>
  first(
    runner,
    sql`
      select ${removesAt}
      from two_factor_resets
      where user_id = ${userId} and digest = ${digest} and ${ofEnabled(userId)}`,
  )

/** The one statement that stops a reset by its token. */
export const deleteResetBy = ({ userId, digest }: LinkKey): Statement => sql`
  delete from two_factor_resets
  where user_id = ${userId} and digest = ${digest} and ${ofEnabled(userId)}
  returning user_id as "userId", null::uuid as "sessionId"`

/** Stops a reset, if one waits. */
export const deleteReset = (userId: string): Statement => sql`
  delete from two_factor_resets
  where user_id = ${userId}
  returning user_id as "userId", null::uuid as "sessionId"`

/** A reset whose next step is due. */
export type DueReset = { userId: string; sealedToken: Uint8Array; hoursLeft: number }

/**
 * The next due reset. Those of disabled users wait: their owners could not stop them. Concurrent processes take different
 * ones.
 */
export const takeDueReset = (runner: Runner): Promise<DueReset | undefined> =>
  first(
    runner,
    sql`
      select users.id as "userId", sealed_token as "sealedToken", hours_left as "hoursLeft"
      from two_factor_resets
      join users on users.id = two_factor_resets.user_id and ${isEnabled}
      where next_at <= now()
      order by next_at
      limit 1
      for no key update of users, two_factor_resets skip locked`,
  )

/** Has others go first for an hour. Later is safe: nothing is removed before it was told. */
export const setResetAside = async (runner: Runner, userId: string): Promise<void> => {
  await runner.run(sql`
    update two_factor_resets
    set next_at = greatest(next_at, now() + interval '1 hour')
    where user_id = ${userId}`)
}

/** Whether any notice of the reset that waits has left. */
export const wasTold = async (runner: Runner, userId: string): Promise<boolean> => {
  const notices = sql`
    select
    from two_factor_resets
    join outbox on outbox.user_id = two_factor_resets.user_id and outbox.created_at >= begun_at
    where two_factor_resets.user_id = ${userId} and message = 'two-factor-removal' and outcome = 'delivered'
    limit 1`
  return (await runner.run(notices)).length > 0
}

/** The mailboxes of an account: the present one, and those from which a change of address can still be undone. */
export const listMailboxes = (runner: Runner, userId: string): Promise<{ typed: string }[]> =>
  many(
    runner,
    sql`
      select typed from emails where user_id = ${userId}
      union
      select typed from former_emails where user_id = ${userId} and expires_at > now()`,
  )

/** The waiting goes on: so many hours until the next step, and so many after that. @returns when it is over */
export const putOff = async (
  runner: Runner,
  userId: string,
  { nextHours, hoursLeft }: { nextHours: number; hoursLeft: number },
): Promise<Date> => {
  const row = await first<{ removesAt: Date }>(
    runner,
    sql`
      update two_factor_resets
      set next_at = now() + make_interval(hours => ${nextHours}::integer), hours_left = ${hoursLeft}
      where user_id = ${userId}
      returning ${removesAt}`,
  )
  return (row as { removesAt: Date }).removesAt
}

export const sealedTokens: Sealed = {
  what: 'two-factor resets',
  keyIds: sql`select substr(sealed_token, 1, 2) as id from two_factor_resets`,
}
