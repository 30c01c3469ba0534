import { lockedAt } from '#accounts/users/queries/users.ts'
import { anyRow, firstRow, type Runner, run } from '#platform/db/db.ts'
import type { Sealed } from '#platform/db/key-check.ts'
import { sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'

/** The owner of an enrolment, and the session that it begins in and ends with, or that a pending sign-in may become. */
export type EnrolmentKey = { userId: string; sessionId: string }

type NewEnrolment = EnrolmentKey & {
  /** The user's epoch at the request. */
  epoch: number
  sealedSecret: Uint8Array
  name: string
  /** The authenticator to delete when this one is confirmed. */
  replaces: string | undefined
  seconds: number
}

/**
 * Replaces an earlier enrolment of the same session or sign-in. Others' stay pending.
 * @returns undefined if all sessions have ended since that epoch: whatever ended them also cancelled enrolments
 */
export const replaceEnrolment = (
  runner: Runner,
  { userId, sessionId, epoch, sealedSecret, name, replaces, seconds }: NewEnrolment,
): Promise<{ expiresAt: Date } | undefined> =>
  firstRow(runner, 'replaceEnrolment')`
    with owner as (${lockedAt(userId, epoch)})
    insert into pending_apps (user_id, session_id, sealed_secret, name, replaces, expires_at)
    select ${userId}::uuid, ${sessionId}::uuid, ${sealedSecret}::bytea, ${name}::text, ${replaces ?? null}::uuid,
      now() + make_interval(secs => ${seconds})
    from owner
    on conflict (user_id, session_id) do update
    set sealed_secret = excluded.sealed_secret, name = excluded.name, replaces = excluded.replaces,
      expires_at = excluded.expires_at
    returning expires_at as "expiresAt"`

/** The same where processes of the version before this one look, which know one of a user. */
export const mirrorEnrolment = (
  runner: Runner,
  { userId, sessionId, sealedSecret, name, replaces, seconds }: Omit<NewEnrolment, 'epoch'>,
): Promise<unknown> =>
  run(runner, 'mirrorEnrolment')`
    insert into totp_enrolments (user_id, session_id, sealed_secret, name, replaces, expires_at)
    values (${userId}, ${sessionId}, ${sealedSecret}, ${name}, ${replaces ?? null},
      now() + make_interval(secs => ${seconds}))
    on conflict (user_id) do update
    set session_id = excluded.session_id, sealed_secret = excluded.sealed_secret, name = excluded.name,
      replaces = excluded.replaces, expires_at = excluded.expires_at`

/** An authenticator that waits for its first code. */
export type Enrolment = { sealedSecret: Uint8Array; name: string; replaces: string | null; expiresAt: Date }

/**
 * Only what was begun there, or by a process that records no session: a start in another session, or with the
 * password alone, neither blocks nor confirms it.
 */
export const findEnrolment = (
  runner: Runner,
  { userId, sessionId }: EnrolmentKey,
): Promise<Enrolment | undefined> =>
  firstRow(runner, 'findEnrolment')`
    select sealed_secret as "sealedSecret", name, replaces, expires_at as "expiresAt"
    from pending_apps
    where user_id = ${userId} and session_id = ${sessionId} and expires_at > now()
    union all
    select sealed_secret, name, replaces, expires_at
    from totp_enrolments
    where user_id = ${userId} and session_id is null and expires_at > now()`

/** Of the newest, wherever it was begun. */
export const findEnrolmentEnd = async (runner: Runner, userId: string): Promise<Date | undefined> =>
  (
    await firstRow(runner, 'findEnrolmentEnd')<{ at: Date }>`
      select expires_at as at
      from pending_apps
      where user_id = ${userId} and expires_at > now()
      order by expires_at desc
      limit 1`
  )?.at

/** Spends an enrolment, if it still has this secret, wherever it is noted. @returns whether it did */
export const spendEnrolment = async (
  runner: Runner,
  key: EnrolmentKey,
  sealedSecret: Uint8Array,
): Promise<boolean> => {
  const spent = await Promise.all([
    spendPending(runner, key, sealedSecret),
    spendMirrored(runner, key, sealedSecret),
  ])
  return spent.includes(true)
}

const spendMirrored = (runner: Runner, { userId }: EnrolmentKey, sealedSecret: Uint8Array) =>
  anyRow(runner, 'spendMirrored')`
    delete from totp_enrolments
    where user_id = ${userId} and sealed_secret = ${sealedSecret} and expires_at > now()
    returning user_id`

const spendPending = (runner: Runner, { userId, sessionId }: EnrolmentKey, sealedSecret: Uint8Array) =>
  anyRow(runner, 'spendPending')`
    delete from pending_apps
    where user_id = ${userId} and session_id = ${sessionId} and sealed_secret = ${sealedSecret} and expires_at > now()
    returning user_id`

export const deleteEnrolments = (runner: Runner, userId: string): Promise<unknown> =>
  Promise.all([
    run(runner, 'deleteEnrolments')`delete from pending_apps where user_id = ${userId}`,
    run(runner, 'deleteMirrored')`delete from totp_enrolments where user_id = ${userId}`,
  ])

export const deleteEveryEnrolment = (runner: Runner): Promise<unknown> =>
  Promise.all([
    run(runner, 'deleteEveryEnrolment')`delete from pending_apps`,
    run(runner, 'deleteEveryMirrored')`delete from totp_enrolments`,
  ])

export const sweepEnrolments = sweepOf(sql`pending_apps`, {
  key: sql`user_id, session_id`,
  when: sql`expires_at`,
})

/** Of processes of the version before, and for them. */
export const sweepEarlierEnrolments = sweepOf(sql`totp_enrolments`, {
  key: sql`user_id`,
  when: sql`expires_at`,
})

export const sealedEnrolments: Sealed = {
  what: 'enrolments',
  keyIds: sql`select substr(sealed_secret, 1, 2) as id from pending_apps where expires_at > now()`,
}
