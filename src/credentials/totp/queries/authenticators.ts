import { isSuspect, type Maker, madeBy, type Suspicion } from '#accounts/users/queries/suspects.ts'
import { anyRow, countRows, firstRow, onlyRow, type Runner, run } from '#platform/db/db.ts'
import type { Sealed } from '#platform/db/key-check.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import type { Since } from '../../credential.ts'

/** Whether a user has one, as an SQL condition. */
export const hasAuthenticator = (userId: Fragment): Fragment =>
  sql`exists (select 1 from totp_factors where user_id = ${userId})`

/** A subquery for how many a user has. */
export const countOfAuthenticators = (userId: Fragment): Fragment =>
  sql`(select count(*)::integer from totp_factors where user_id = ${userId})`

/** A subquery for a list of them, in JSON: `name`, and `sealed` in hexadecimal. */
export const sealedAppsOf = (userId: Fragment): Fragment => sql`
  (select coalesce(json_agg(json_build_object('name', name, 'sealed', encode(sealed_secret, 'hex')) order by confirmed_at, id), '[]')
  from totp_factors
  where user_id = ${userId})`

/** Whether a user has one that is not suspect, as an SQL condition. */
export const hadAuthenticator = (userId: Fragment, suspicion: Suspicion): Fragment => sql`
  exists (select 1 from totp_factors where user_id = ${userId} and not ${isSuspect(sql`confirmed_at`, suspicion)})`

type NewAuthenticator = { id: string; name: string; sealedSecret: Uint8Array; step: number }

/**
 * The step of its first code counts as used, so that the code that confirms cannot sign in.
 * @param maker the session that it was set up in, if it was in one
 */
export const insertAuthenticator = (
  runner: Runner,
  userId: string,
  { id, name, sealedSecret, step }: NewAuthenticator,
  maker?: Maker,
): Promise<{ createdAt: Date }> =>
  onlyRow(runner, 'insertAuthenticator')`
    insert into totp_factors (user_id, id, name, sealed_secret, last_step, session_id, session_opened_at)
    values (${userId}, ${id}, ${name}, ${sealedSecret}, ${step}, ${madeBy(maker)})
    returning confirmed_at as "createdAt"`

export type Authenticator = { id: string; name: string; createdAt: Date }

/** Oldest first. @param but suspect ones */
export const listAuthenticators = (
  runner: Runner,
  userId: string,
  but?: Suspicion,
): Promise<Authenticator[]> =>
  run(runner, 'listAuthenticators')`
    select id, name, confirmed_at as "createdAt"
    from totp_factors
    where user_id = ${userId} and ${but ? sql`not ${isSuspect(sql`confirmed_at`, but)}` : sql`true`}
    order by confirmed_at, id`

/** @returns how many there are */
export const lockAuthenticators = (runner: Runner, userId: string): Promise<number> =>
  countRows(runner, 'lockAuthenticators')`select 1 from totp_factors where user_id = ${userId} for update`

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

/** @returns whether it existed */
export const deleteAuthenticator = (runner: Runner, userId: string, id: string): Promise<boolean> =>
  anyRow(runner, 'deleteAuthenticator')`
    delete from totp_factors
    where user_id = ${userId} and id = ${id}
    returning id`

/** What a code is checked against. */
export type TotpSecret = { id: string; sealedSecret: Uint8Array; lastStep: number }

export const listTotpSecrets = (runner: Runner, userId: string): Promise<TotpSecret[]> =>
  run(runner, 'listTotpSecrets')`
    select id, sealed_secret as "sealedSecret", last_step as "lastStep" from totp_factors where user_id = ${userId}`

type Spending = Omit<TotpSecret, 'lastStep'> & { userId: string; resealed: Uint8Array; step: number }

/** The one statement that spends a code: of several at the same moment, one succeeds. @returns whether this one did */
export const spendStep = (
  runner: Runner,
  { userId, id, sealedSecret, resealed, step }: Spending,
): Promise<boolean> =>
  anyRow(runner, 'spendStep')`
    update totp_factors
    set last_step = ${step}, sealed_secret = ${resealed}
    where user_id = ${userId} and id = ${id} and sealed_secret = ${sealedSecret} and last_step < ${step}
    returning id`

/** @returns their names */
export const deleteAuthenticators = async (runner: Runner, userId: string): Promise<string[]> => {
  const rows = await run(runner, 'deleteAuthenticators')<{ name: string }>`
    delete from totp_factors where user_id = ${userId} returning name`
  return rows.map(({ name }) => name)
}

/** Deletes suspect ones, unless a second factor has to stay. @returns their names */
export const deleteAuthenticatorsSince = async (
  runner: Runner,
  userId: string,
  { mustKeepFactor, ...suspicion }: Since,
): Promise<string[]> => {
  const rows = await run(runner, 'deleteAuthenticatorsSince')<{ name: string }>`
    delete from totp_factors
    where user_id = ${userId} and ${isSuspect(sql`confirmed_at`, suspicion)} and not ${mustKeepFactor}::boolean
    returning name`
  return rows.map(({ name }) => name)
}

export const sealedAuthenticators: Sealed = {
  what: 'authenticator apps',
  keyIds: sql`select substr(sealed_secret, 1, 2) as id from totp_factors`,
}
