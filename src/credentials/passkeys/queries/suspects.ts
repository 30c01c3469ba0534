import { isSuspect } from '#accounts/users/queries/suspects.ts'
import { type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import type { Since } from '../../credential.ts'

/**
 * Deletes suspect ones, except an only second factor, which opens nothing by itself from now on. @returns their names
 */
export const deletePasskeysSince = (
  runner: Runner,
  userId: string,
  { mustKeepFactor, ...suspicion }: Since,
): Promise<string[]> =>
  deleteSuspects(runner, userId, isSuspect(sql`created_at`, suspicion), { keepsFactors: mustKeepFactor })

/** Deletes those made before that time, in the same way. @returns their names */
export const deletePasskeysBefore = (runner: Runner, userId: string, time: Date): Promise<string[]> =>
  deleteSuspects(runner, userId, sql`created_at < ${time}`, { keepsFactors: true })

/** Deletes all in the same way. @returns their names */
export const deleteSigners = (runner: Runner, userId: string): Promise<string[]> =>
  deleteSuspects(runner, userId, sql`true`, { keepsFactors: true })

/**
 * A possibly planted passkey must not sign in. But without the second factor, a stranger at the mailbox would only
 * have to set a password.
 */
const deleteSuspects = async (
  runner: Runner,
  userId: string,
  areSuspect: Fragment,
  { keepsFactors }: { keepsFactors: boolean },
): Promise<string[]> => {
  const [rows] = await Promise.all([
    run(runner, 'deleteSuspects')<{ name: string }>`
      delete from passkeys
      where user_id = ${userId} and ${areSuspect}
        and not (${keepsFactors}::boolean and second_factor_since is not null)
      returning name`,
    run(runner, 'confineSuspects')`
      update passkeys
      set signs_in = false, sign_in_mac = null
      where user_id = ${userId} and ${areSuspect}`,
  ])
  return rows.map(({ name }) => name)
}

/** It no longer signs in by itself. */
export const confinePasskey = (runner: Runner, userId: string, id: string): Promise<unknown> =>
  run(runner, 'confinePasskey')`
    update passkeys set signs_in = false, sign_in_mac = null where user_id = ${userId} and id = ${id}`

/** Those that became a second factor since then cease to be one, except an only one. @returns their names */
export const unguardPasskeysSince = async (
  runner: Runner,
  userId: string,
  { mustKeepFactor, ...suspicion }: Since,
): Promise<string[]> => {
  const rows = await run(runner, 'unguardPasskeysSince')<{ name: string }>`
    update passkeys
    set second_factor_since = null, factor_mac = null
    where user_id = ${userId} and second_factor_since >= ${suspicion.changedAt}
      and not ${isSuspect(sql`created_at`, suspicion)} and not ${mustKeepFactor}::boolean
    returning name`
  return rows.map(({ name }) => name)
}
