import { isSuspect, type Maker, madeBy, type Suspicion } from '../../accounts/users/queries/suspects.ts'
import { anyRow, onlyRow, type Runner, run } from '../../platform/db/db.ts'
import { type Fragment, sql } from '../../platform/db/sql.ts'

export const replaceBackupCodes = async (
  runner: Runner,
  userId: string,
  digests: Uint8Array[],
  maker: Maker,
): Promise<void> => {
  await deleteBackupCodes(runner, userId)
  await insertBackupCodes(runner, userId, digests, maker)
}

/** @param maker the session that they were made in, if they were made in one */
export const insertBackupCodes = (
  runner: Runner,
  userId: string,
  digests: Uint8Array[],
  maker?: Maker,
): Promise<unknown> =>
  run(runner, 'insertBackupCodes')`
    insert into backup_codes (user_id, session_id, session_opened_at, digest)
    select ${userId}::uuid, ${madeBy(maker)}, digest
    from unnest(${digests}::bytea[]) as digest`

/** Whether it is an unspent one. */
export const isBackupCode = (runner: Runner, userId: string, digests: Uint8Array[]): Promise<boolean> =>
  anyRow(runner, 'isBackupCode')`select 1 from backup_codes where ${isUnspent(userId, digests)}`

/** The one statement that spends a code. @returns whether it was an unspent one */
export const spendBackupCode = (runner: Runner, userId: string, digests: Uint8Array[]): Promise<boolean> =>
  anyRow(runner, 'spendBackupCode')`
    update backup_codes
    set spent_at = now()
    where ${isUnspent(userId, digests)}
    returning user_id`

const isUnspent = (userId: string, digests: Uint8Array[]): Fragment =>
  sql`user_id = ${userId} and digest = any(${digests}::bytea[]) and spent_at is null`

/** Whether a user has some, or had and spent them. */
export const hadBackupCodes = (runner: Runner, userId: string): Promise<boolean> =>
  anyRow(runner, 'hadBackupCodes')`select 1 from backup_codes where user_id = ${userId} limit 1`

/** How many are unspent, as an SQL expression. */
export const backupCodesLeft = (userId: Fragment): Fragment =>
  sql`(select count(*)::integer from backup_codes where user_id = ${userId} and spent_at is null)`

/** Whether any is unspent, as an SQL condition. */
export const hasBackupCodes = (userId: Fragment): Fragment =>
  sql`exists (select 1 from backup_codes where user_id = ${userId} and spent_at is null)`

export const countBackupCodes = async (runner: Runner, userId: string): Promise<number> =>
  (
    await onlyRow(runner, 'countBackupCodes')<{
      left: number
    }>`select ${backupCodesLeft(sql`${userId}`)} as left`
  ).left

/** Suspect ones, or all. @returns whether there were any */
export const deleteBackupCodes = (runner: Runner, userId: string, suspicion?: Suspicion): Promise<boolean> =>
  anyRow(runner, 'deleteBackupCodes')`
    delete from backup_codes
    where user_id = ${userId} and ${suspicion ? isSuspect(sql`made_at`, suspicion) : sql`true`}
    returning user_id`
