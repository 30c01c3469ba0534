import type { LinkKey } from '../../accounts/links/token.ts'
import type { Mailbox } from '../../accounts/users/mailboxes/queries.ts'
import { ofEnabled } from '../../accounts/users/queries.ts'
import { first, many, type Runner } from '../../platform/db/db.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'

/** How long a change of address can be undone, and the address is kept for it. */
export const undoSeconds = 7 * 24 * 60 * 60

type Address = { typed: string; canonical: string }

/** Whether an address is another account's, or was until lately. */
export const isTaken = async (runner: Runner, canonical: string, userId: string): Promise<boolean> => {
  const owners = sql`
    select from emails where canonical = ${canonical}
    union all
    select from former_emails
    where canonical = ${canonical} and user_id <> ${userId} and expires_at > now()`
  return (await runner.run(owners)).length > 0
}

/**
 * Gives an account another address. Keeps since when the mailbox is proven, or clears it if this one is not.
 *
 * @throws `UniqueViolation` when the address is somebody else's
 */
export const replaceEmail = async (
  runner: Runner,
  userId: string,
  { typed, canonical }: Address,
  { isProven }: { isProven: boolean },
): Promise<void> => {
  await runner.run(sql`
    update emails
    set canonical = ${canonical}, typed = ${typed},
      verified_at = case when ${isProven}::boolean then coalesce(verified_at, now()) end
    where user_id = ${userId}`)
}

/** Keeps an address for who has the token, with what has to be known to undo what came after it. */
export const insertFormer = async (
  runner: Runner,
  { userId, digest }: LinkKey,
  { typed, canonical, isVerified }: Mailbox,
  sessionId: string,
): Promise<void> => {
  await runner.run(sql`
    insert into former_emails (user_id, digest, canonical, typed, was_proven, session_id, had_factor, expires_at)
    values (${userId}, ${digest}, ${canonical}, ${typed}, ${isVerified}, ${sessionId},
      exists (select from totp_factors where user_id = ${userId}),
      now() + make_interval(secs => ${undoSeconds}))`)
}

/** An address that an account had, and what it had beside it when it got another one. */
export type Former = Address & {
  wasProven: boolean
  sessionId: string
  changedAt: Date
  hadFactor: boolean
}

export const findFormer = (
  runner: Runner,
  { userId, digest }: LinkKey,
): Promise<{ typed: string; expiresAt: Date } | undefined> =>
  first(
    runner,
    sql`
      select typed, expires_at as "expiresAt"
      from former_emails
      where user_id = ${userId} and digest = ${digest} and expires_at > now() and ${ofEnabled(userId)}`,
  )

export const listFormerEmails = (
  runner: Runner,
  userId: string,
): Promise<{ email: string; changedAt: Date; undoUntil: Date }[]> =>
  many(
    runner,
    sql`
      select typed as email, changed_at as "changedAt", expires_at as "undoUntil"
      from former_emails
      where user_id = ${userId}
      order by changed_at desc`,
  )

/** Until when a change of address of an account can be undone, if one can. */
export const undoableUntil = async (runner: Runner, userId: string): Promise<Date | undefined> => {
  const row = await first<{ until: Date | null }>(
    runner,
    sql`select max(expires_at) as until from former_emails where user_id = ${userId} and expires_at > now()`,
  )
  return row?.until ?? undefined
}

/** The one statement that spends an undo. What was changed after it cannot be brought back. */
export const spendFormer = (runner: Runner, { userId, digest }: LinkKey): Promise<Former | undefined> =>
  first(
    runner,
    sql`
      with spent as (
        delete from former_emails
        where user_id = ${userId} and digest = ${digest} and expires_at > now()
        returning typed, canonical, was_proven, changed_at, session_id, had_factor
      ), later as (
        delete from former_emails
        where user_id = ${userId} and digest <> ${digest} and changed_at >= (select changed_at from spent)
      )
      select typed, canonical, was_proven as "wasProven", session_id as "sessionId", changed_at as "changedAt",
        had_factor as "hadFactor"
      from spent`,
  )

/** Ends the sessions that were opened since then. */
export const deleteSessionsSince = (
  userId: string,
  { changedAt }: Pick<Former, 'changedAt'>,
): Statement => sql`
  delete from sessions
  where user_id = ${userId} and created_at >= ${changedAt}
  returning user_id as "userId", id as "sessionId"`

/** What of somebody's ways in was set since then. */
export type SetSince = { password: boolean; secondFactor: boolean; identities: string[] }

/** Deletes what could let somebody in, or keep the owner out, and was set since. */
export const deleteSetSince = async (
  runner: Runner,
  userId: string,
  { changedAt, hadFactor }: Pick<Former, 'changedAt' | 'hadFactor'>,
): Promise<SetSince> =>
  (await first<SetSince>(
    runner,
    sql`
      with
        password as (delete from passwords where user_id = ${userId} and set_at >= ${changedAt} returning 1),
        factor as (
          delete from totp_factors
          where user_id = ${userId} and confirmed_at >= ${changedAt} and not ${hadFactor}::boolean
          returning 1
        ),
        backup_code as (delete from backup_codes where user_id = ${userId} and exists (select from factor)),
        enrolment as (delete from totp_enrolments where user_id = ${userId}),
        identity as (delete from identities where user_id = ${userId} and linked_at >= ${changedAt} returning provider),
        address as (delete from known_addresses where user_id = ${userId} and seen_at >= ${changedAt})
      select exists (select from password) as password, exists (select from factor) as "secondFactor",
        array(select provider from identity order by provider) as identities`,
  )) as SetSince

/** Sweeps addresses that nobody can have back any more. */
export const sweepFormerEmails = sweepOf(sql`former_emails`, {
  key: sql`user_id, digest`,
  when: sql`expires_at`,
})
