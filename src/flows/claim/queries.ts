import { first, type Runner } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** What an account had before its mailbox was proven. */
export type Planted = { password: boolean; secondFactor: boolean; identities: string[] }

/** Deletes whatever could let somebody in, now or later. Sessions have a statement of their own, for their events. */
export const deletePlanted = async (runner: Runner, userId: string): Promise<Planted> =>
  (await first<Planted>(
    runner,
    sql`
      with
        password as (delete from passwords where user_id = ${userId} returning 1),
        factor as (delete from totp_factors where user_id = ${userId} returning 1),
        enrolment as (delete from totp_enrolments where user_id = ${userId}),
        backup_code as (delete from backup_codes where user_id = ${userId}),
        challenge as (delete from challenges where user_id = ${userId}),
        identity as (delete from identities where user_id = ${userId} returning provider),
        link as (delete from identity_links where user_id = ${userId}),
        transaction as (delete from oauth_transactions where user_id = ${userId}),
        mail as (delete from mail_links where user_id = ${userId}),
        former as (delete from former_emails where user_id = ${userId} and not was_proven),
        code as (delete from oauth_codes where user_id = ${userId}),
        address as (delete from known_addresses where user_id = ${userId})
      select exists (select from password) as password, exists (select from factor) as "secondFactor",
        array(select provider from identity order by provider) as identities`,
  )) as Planted
