import { first, type Runner } from '../../../platform/db/db.ts'
import { type Statement, sql } from '../../../platform/db/sql.ts'

/** Whose address it is. Until the transaction ends, nobody else can prove the address, or take it away. */
export const lockOwnerOf = (runner: Runner, canonical: string): Promise<{ userId: string } | undefined> =>
  first(
    runner,
    sql`
      select user_id as "userId"
      from emails
      where canonical = ${canonical}
      for no key update`,
  )

/** Where a user gets mail. */
export type Mailbox = { typed: string; canonical: string; isVerified: boolean }

export const findMailbox = (runner: Runner, userId: string): Promise<Mailbox | undefined> =>
  first(
    runner,
    sql`
      select typed, canonical, verified_at is not null as "isVerified"
      from emails
      where user_id = ${userId}`,
  )

/** The same, and until the transaction ends nobody else can prove the address or change it. */
export const lockMailbox = (runner: Runner, userId: string): Promise<Mailbox | undefined> =>
  first(
    runner,
    sql`
      select typed, canonical, verified_at is not null as "isVerified"
      from emails
      where user_id = ${userId}
      for no key update`,
  )

/** Whose address it is. */
export const findOwnerOf = (runner: Runner, canonical: string): Promise<{ userId: string } | undefined> =>
  first(runner, sql`select user_id as "userId" from emails where canonical = ${canonical}`)

/** Notes that somebody has proven that the mailbox is theirs, unless that was known. */
export const noteVerified = (userId: string): Statement => sql`
  update emails
  set verified_at = now()
  where user_id = ${userId} and verified_at is null
  returning user_id as "userId", null::uuid as "sessionId"`
