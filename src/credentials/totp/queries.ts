import { existingOwner } from '../../accounts/users/queries.ts'
import { first, type Runner } from '../../platform/db/db.ts'
import type { Sealed } from '../../platform/db/key-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'

/**
 * Begins an enrolment, or begins it again: the secret before it can no longer be confirmed.
 *
 * @returns nothing when something ended all sessions since that epoch: an undo of a change of address took away what was
 *   begun, and this must not be written after it
 */
export const replaceEnrolment = (
  runner: Runner,
  {
    userId,
    epoch,
    sealedSecret,
    seconds,
  }: { userId: string; epoch: number; sealedSecret: Uint8Array; seconds: number },
): Promise<{ expiresAt: Date } | undefined> =>
  first(
    runner,
    sql`
      insert into totp_enrolments (user_id, sealed_secret, expires_at)
      select owner.id, ${sealedSecret}, now() + make_interval(secs => ${seconds})
      from (${existingOwner(userId, epoch)}) as owner
      on conflict (user_id) do update
      set sealed_secret = excluded.sealed_secret, expires_at = excluded.expires_at
      returning expires_at as "expiresAt"`,
  )

/** What can be confirmed, and whether a factor works already. */
export const findEnrolment = (
  runner: Runner,
  userId: string,
): Promise<{ isConfigured: boolean; sealedSecret: Uint8Array | null } | undefined> =>
  first(
    runner,
    sql`
      select exists (select from totp_factors where user_id = users.id) as "isConfigured",
        totp_enrolments.sealed_secret as "sealedSecret"
      from users
      left join totp_enrolments on totp_enrolments.user_id = users.id and totp_enrolments.expires_at > now()
      where users.id = ${userId}`,
  )

/**
 * The one statement that activates a factor: of this very secret, while it is pending, and where none works yet. The
 * code's step counts as used, so the code that confirms cannot sign in.
 */
export const activate = (
  runner: Runner,
  { userId, sealedSecret, step }: { userId: string; sealedSecret: Uint8Array; step: number },
): Promise<{ userId: string } | undefined> =>
  first(
    runner,
    sql`
      with confirmed as (
        delete from totp_enrolments
        where user_id = ${userId} and sealed_secret = ${sealedSecret} and expires_at > now()
        returning user_id, sealed_secret
      )
      insert into totp_factors (user_id, sealed_secret, last_step)
      select user_id, sealed_secret, ${step}::integer
      from confirmed
      on conflict (user_id) do nothing
      returning user_id as "userId"`,
  )

/** Makes changes to one user's second factor follow one another. @returns nothing when there is none */
export const lockFactor = (runner: Runner, userId: string): Promise<{ userId: string } | undefined> =>
  first(runner, sql`select user_id as "userId" from totp_factors where user_id = ${userId} for update`)

export const deleteFactor = (runner: Runner, userId: string): Promise<{ userId: string } | undefined> =>
  first(runner, sql`delete from totp_factors where user_id = ${userId} returning user_id as "userId"`)

export const findTotp = (runner: Runner, userId: string): Promise<{ sealedSecret: Uint8Array } | undefined> =>
  first(runner, sql`select sealed_secret as "sealedSecret" from totp_factors where user_id = ${userId}`)

/** The one statement that spends a code's step. Of any number at the same moment one gets through. */
export const spendStep = (
  runner: Runner,
  {
    userId,
    sealedSecret,
    resealed,
    step,
  }: { userId: string; sealedSecret: Uint8Array; resealed: Uint8Array; step: number },
): Promise<{ step: number } | undefined> =>
  first(
    runner,
    sql`
      update totp_factors
      set last_step = ${step}, sealed_secret = ${resealed}
      where user_id = ${userId} and sealed_secret = ${sealedSecret} and last_step < ${step}
      returning last_step as step`,
  )

/** Sweeps enrolments that nobody confirmed. */
export const sweepEnrolments = sweepOf(sql`totp_enrolments`, { key: sql`user_id`, when: sql`expires_at` })

export const sealedSecrets: Sealed[] = [
  { what: 'authenticator apps', keyIds: sql`select substr(sealed_secret, 1, 2) as id from totp_factors` },
  {
    what: 'enrolments',
    keyIds: sql`select substr(sealed_secret, 1, 2) as id from totp_enrolments where expires_at > now()`,
  },
]
