import { lockedAt } from '../../../accounts/users/queries.ts'
import { anyRow, firstRow, type Runner, run } from '../../../platform/db/db.ts'
import type { Sealed } from '../../../platform/db/key-check.ts'
import { sql } from '../../../platform/db/sql.ts'
import { sweepOf } from '../../../platform/db/sweep.ts'

/** Whom an enrolment is of, and the session that it is begun in and ends with. A sign-in under way has none yet. */
export type EnrolmentKey = { userId: string; sessionId?: string | undefined }

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
 * Replaces any earlier enrolment.
 * @returns undefined if all sessions have ended since that epoch: whatever ended them also cancelled enrolments
 */
export const replaceEnrolment = (
  runner: Runner,
  { userId, sessionId, epoch, sealedSecret, name, replaces, seconds }: NewEnrolment,
): Promise<{ expiresAt: Date } | undefined> =>
  firstRow(runner, 'replaceEnrolment')`
    with owner as (${lockedAt(userId, epoch)})
    insert into totp_enrolments (user_id, session_id, sealed_secret, name, replaces, expires_at)
    select ${userId}::uuid, ${sessionId ?? null}::uuid, ${sealedSecret}::bytea, ${name}::text, ${replaces ?? null}::uuid,
      now() + make_interval(secs => ${seconds})
    from owner
    on conflict (user_id) do update
    set session_id = excluded.session_id, sealed_secret = excluded.sealed_secret, name = excluded.name,
      replaces = excluded.replaces, expires_at = excluded.expires_at
    returning expires_at as "expiresAt"`

/** An authenticator that waits for its first code. */
export type Enrolment = { sealedSecret: Uint8Array; name: string; replaces: string | null; expiresAt: Date }

/** Only what was begun there: a proof of identity of one session opens nothing to another. */
export const findEnrolment = (
  runner: Runner,
  { userId, sessionId }: EnrolmentKey,
): Promise<Enrolment | undefined> =>
  firstRow(runner, 'findEnrolment')`
    select sealed_secret as "sealedSecret", name, replaces, expires_at as "expiresAt"
    from totp_enrolments
    where user_id = ${userId} and (session_id is null or session_id = ${sessionId ?? null}::uuid)
      and expires_at > now()`

/** Wherever it was begun. */
export const findEnrolmentEnd = async (runner: Runner, userId: string): Promise<Date | undefined> =>
  (
    await firstRow(runner, 'findEnrolmentEnd')<{ at: Date }>`
      select expires_at as at from totp_enrolments where user_id = ${userId} and expires_at > now()`
  )?.at

/** The one statement that spends an enrolment, if it still has this secret. @returns whether it did */
export const spendEnrolment = (runner: Runner, userId: string, sealedSecret: Uint8Array): Promise<boolean> =>
  anyRow(runner, 'spendEnrolment')`
    delete from totp_enrolments
    where user_id = ${userId} and sealed_secret = ${sealedSecret} and expires_at > now()
    returning user_id`

export const deleteEnrolment = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'deleteEnrolment')`delete from totp_enrolments where user_id = ${userId}`

export const deleteEveryEnrolment = (runner: Runner): Promise<unknown> =>
  run(runner, 'deleteEveryEnrolment')`delete from totp_enrolments`

export const sweepEnrolments = sweepOf(sql`totp_enrolments`, { key: sql`user_id`, when: sql`expires_at` })

export const sealedEnrolments: Sealed = {
  what: 'enrolments',
  keyIds: sql`select substr(sealed_secret, 1, 2) as id from totp_enrolments where expires_at > now()`,
}
