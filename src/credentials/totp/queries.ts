import { lockedAt } from '../../accounts/users/queries.ts'
import { anyRow, firstRow, onlyRow, type Runner, run } from '../../platform/db/db.ts'
import type { Sealed } from '../../platform/db/key-check.ts'
import { type Fragment, sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import type { Since } from '../credential.ts'

/** Whether a user has an authenticator app that works, as a condition in SQL. */
export const hasAuthenticator = (userId: Fragment): Fragment =>
  sql`exists (select from totp_factors where user_id = ${userId})`

type NewEnrolment = {
  userId: string
  /** The user's epoch when it was asked for. */
  epoch: number
  sealedSecret: Uint8Array
  name: string
  /** The authenticator that goes when this one is confirmed. */
  replaces: string | undefined
  seconds: number
}

/**
 * Begins an enrolment, or begins it again: the secret before it can no longer be confirmed.
 *
 * @returns nothing when something ended all sessions since that epoch: an undo of a change of address took away what was
 *   begun, and this must not be written after it
 */
export const replaceEnrolment = (
  runner: Runner,
  { userId, epoch, sealedSecret, name, replaces, seconds }: NewEnrolment,
): Promise<{ expiresAt: Date } | undefined> =>
  firstRow(runner, 'replaceEnrolment')`
    insert into totp_enrolments (user_id, sealed_secret, name, replaces, expires_at)
    select owner.id, ${sealedSecret}, ${name}, ${replaces ?? null}, now() + make_interval(secs => ${seconds})
    from (${lockedAt(userId, epoch)}) as owner
    on conflict (user_id) do update
    set sealed_secret = excluded.sealed_secret, name = excluded.name, replaces = excluded.replaces,
      expires_at = excluded.expires_at
    returning expires_at as "expiresAt"`

/** What waits for its first code. */
export type Enrolment = { sealedSecret: Uint8Array; name: string; replaces: string | null; expiresAt: Date }

export const findEnrolment = (runner: Runner, userId: string): Promise<Enrolment | undefined> =>
  firstRow(runner, 'findEnrolment')`
    select sealed_secret as "sealedSecret", name, replaces, expires_at as "expiresAt"
    from totp_enrolments
    where user_id = ${userId} and expires_at > now()`

/** The one statement that spends an enrolment: of this very secret, while it is pending. @returns whether it did */
export const spendEnrolment = (runner: Runner, userId: string, sealedSecret: Uint8Array): Promise<boolean> =>
  anyRow(runner, 'spendEnrolment')`
    delete from totp_enrolments
    where user_id = ${userId} and sealed_secret = ${sealedSecret} and expires_at > now()
    returning user_id`

type NewAuthenticator = { id: string; name: string; sealedSecret: Uint8Array; step: number }

/** Adds an authenticator. Its first code's step counts as used, so the code that confirms cannot sign in. */
export const insertAuthenticator = (
  runner: Runner,
  userId: string,
  { id, name, sealedSecret, step }: NewAuthenticator,
): Promise<{ createdAt: Date }> =>
  onlyRow(runner, 'insertAuthenticator')`
    insert into totp_factors (user_id, id, name, sealed_secret, last_step)
    values (${userId}, ${id}, ${name}, ${sealedSecret}, ${step})
    returning confirmed_at as "createdAt"`

/** An authenticator app of a user. */
export type Authenticator = { id: string; name: string; createdAt: Date }

/** The oldest first. */
export const listAuthenticators = (runner: Runner, userId: string): Promise<Authenticator[]> =>
  run(runner, 'listAuthenticators')`
    select id, name, confirmed_at as "createdAt"
    from totp_factors
    where user_id = ${userId}
    order by confirmed_at, id`

/** Makes changes to one user's authenticators follow one another. @returns how many there are */
export const lockAuthenticators = async (runner: Runner, userId: string): Promise<number> =>
  (await run(runner, 'lockAuthenticators')`select from totp_factors where user_id = ${userId} for update`)
    .length

export const renameAuthenticator = (
  runner: Runner,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<Authenticator | undefined> =>
  firstRow(runner, 'renameAuthenticator')`
    update totp_factors
    set name = ${name}
    where user_id = ${userId} and id = ${id}
    returning id, name, confirmed_at as "createdAt"`

/** @returns whether there was such a one */
export const deleteAuthenticator = (runner: Runner, userId: string, id: string): Promise<boolean> =>
  anyRow(runner, 'deleteAuthenticator')`
    delete from totp_factors
    where user_id = ${userId} and id = ${id}
    returning id`

/** What codes of a user's authenticators are judged by. */
export type TotpSecret = { id: string; sealedSecret: Uint8Array }

export const listTotpSecrets = (runner: Runner, userId: string): Promise<TotpSecret[]> =>
  run(runner, 'listTotpSecrets')`
    select id, sealed_secret as "sealedSecret" from totp_factors where user_id = ${userId}`

type Spending = TotpSecret & { userId: string; resealed: Uint8Array; step: number }

/** The one statement that spends a code's step. Of any number at the same moment one gets through. @returns whether it did */
export const spendStep = (
  runner: Runner,
  { userId, id, sealedSecret, resealed, step }: Spending,
): Promise<boolean> =>
  anyRow(runner, 'spendStep')`
    update totp_factors
    set last_step = ${step}, sealed_secret = ${resealed}
    where user_id = ${userId} and id = ${id} and sealed_secret = ${sealedSecret} and last_step < ${step}
    returning id`

/** Deletes all of a user's authenticators. @returns their names */
export const deleteAuthenticators = async (runner: Runner, userId: string): Promise<string[]> => {
  const rows = await run(runner, 'deleteAuthenticators')<{
    name: string
  }>`delete from totp_factors where user_id = ${userId} returning name`
  return rows.map(({ name }) => name)
}

/**
 * Deletes a user's authenticators that were confirmed since then. Where there was a second factor before and none of it is
 * left, they stay: the account must not end up without one. @returns their names
 */
export const deleteAuthenticatorsSince = async (
  runner: Runner,
  userId: string,
  { changedAt, hadFactor }: Since,
): Promise<string[]> => {
  const rows = await run(runner, 'deleteAuthenticatorsSince')<{ name: string }>`
    delete from totp_factors
    where user_id = ${userId} and confirmed_at >= ${changedAt} and (
      not ${hadFactor}::boolean
      or exists (select from totp_factors where user_id = ${userId} and confirmed_at < ${changedAt})
    )
    returning name`
  return rows.map(({ name }) => name)
}

export const deleteEnrolment = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'deleteEnrolment')`delete from totp_enrolments where user_id = ${userId}`

/** Sweeps enrolments that nobody confirmed. */
export const sweepEnrolments = sweepOf(sql`totp_enrolments`, { key: sql`user_id`, when: sql`expires_at` })

export const sealedSecrets: Sealed[] = [
  { what: 'authenticator apps', keyIds: sql`select substr(sealed_secret, 1, 2) as id from totp_factors` },
  {
    what: 'enrolments',
    keyIds: sql`select substr(sealed_secret, 1, 2) as id from totp_enrolments where expires_at > now()`,
  },
]
