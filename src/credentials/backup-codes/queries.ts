import { first, type Runner } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Stores a new set of backup codes. The old set is gone with the same commit. */
export const replaceBackupCodes = async (
  runner: Runner,
  userId: string,
  digests: Uint8Array[],
): Promise<void> => {
  await runner.run(sql`delete from backup_codes where user_id = ${userId}`)
  await runner.run(sql`
    insert into backup_codes (user_id, digest)
    select ${userId}, digest
    from unnest(${digests}::bytea[]) as digest`)
}

/** The one statement that spends a backup code. */
export const spendBackupCode = (
  runner: Runner,
  userId: string,
  digests: Uint8Array[],
): Promise<{ userId: string } | undefined> =>
  first(
    runner,
    sql`
      update backup_codes
      set spent_at = now()
      where user_id = ${userId} and digest = any(${digests}::bytea[]) and spent_at is null
      returning user_id as "userId"`,
  )

export const countBackupCodes = async (runner: Runner, userId: string): Promise<number> => {
  const row = await first<{ left: number }>(
    runner,
    sql`select count(*)::integer as left from backup_codes where user_id = ${userId} and spent_at is null`,
  )
  return row?.left ?? 0
}
