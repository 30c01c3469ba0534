import { first, type Runner } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Removes everything else of a user's second factor. */
export const deleteRemains = async (runner: Runner, userId: string): Promise<void> => {
  await runner.run(sql`delete from totp_enrolments where user_id = ${userId}`)
  await runner.run(sql`delete from backup_codes where user_id = ${userId}`)
  await runner.run(sql`delete from challenges where user_id = ${userId}`)
}

export type Settings = {
  confirmedAt: Date | null
  backupCodesLeft: number
  pendingUntil: Date | null
  removesAt: Date | null
}

export const findSettings = (runner: Runner, userId: string): Promise<Settings | undefined> =>
  first(
    runner,
    sql`
      select totp_factors.confirmed_at as "confirmedAt",
        (select count(*)::integer from backup_codes where user_id = users.id and spent_at is null) as "backupCodesLeft",
        totp_enrolments.expires_at as "pendingUntil",
        next_at + make_interval(hours => hours_left) as "removesAt"
      from users
      left join totp_factors on totp_factors.user_id = users.id
      left join totp_enrolments on totp_enrolments.user_id = users.id and totp_enrolments.expires_at > now()
      left join two_factor_resets on two_factor_resets.user_id = users.id
      where users.id = ${userId}`,
  )
