import { firstRow, type Runner, run } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { sweepOf } from '../../../platform/db/sweep.ts'
import type { Address, Mailbox } from '../emails/queries.ts'
import { ofEnabled } from '../queries.ts'

/** How long a change of address can be undone, and the address is kept for it. */
export const undoSeconds = 7 * 24 * 60 * 60

/** A former address is found by its owner and the digest of the token that was mailed to it. */
type FormerKey = { userId: string; digest: Uint8Array }

/** What has to be known to undo what came after a change: the session that made it, and whether there was a second factor. */
type Circumstances = { sessionId: string; hadFactor: boolean }

/** Keeps an address for the holder of the token. */
export const insertFormer = (
  runner: Runner,
  { userId, digest }: FormerKey,
  { typed, canonical, verifiedAt }: Mailbox,
  { sessionId, hadFactor }: Circumstances,
): Promise<unknown> =>
  run(runner, 'insertFormer')`
    insert into former_emails (user_id, digest, canonical, typed, was_proven, session_id, had_factor, expires_at)
    values (${userId}, ${digest}, ${canonical}, ${typed}, ${verifiedAt !== null}, ${sessionId}, ${hadFactor},
      now() + make_interval(secs => ${undoSeconds}))`

/** An address that an account had, and what it had beside it when it got another one. */
export type Former = Address & Circumstances & { wasProven: boolean; changedAt: Date }

export const findFormer = (
  runner: Runner,
  { userId, digest }: FormerKey,
): Promise<{ typed: string; expiresAt: Date } | undefined> =>
  firstRow(runner, 'findFormer')`
    select typed, expires_at as "expiresAt"
    from former_emails
    where user_id = ${userId} and digest = ${digest} and expires_at > now() and ${ofEnabled(userId)}`

export const listFormerEmails = (
  runner: Runner,
  userId: string,
): Promise<{ email: string; changedAt: Date; undoUntil: Date }[]> =>
  run(runner, 'listFormerEmails')`
    select typed as email, changed_at as "changedAt", expires_at as "undoUntil"
    from former_emails
    where user_id = ${userId}
    order by changed_at desc`

/** The mailboxes of an account: the present one, and those from which a change of address can still be undone. */
export const listMailboxes = (runner: Runner, userId: string): Promise<{ typed: string }[]> =>
  run(runner, 'listMailboxes')`
    select typed from emails where user_id = ${userId}
    union
    select typed from former_emails where user_id = ${userId} and expires_at > now()`

/** Until when a change of address of an account can be undone, if one can. */
export const undoableUntil = async (runner: Runner, userId: string): Promise<Date | undefined> => {
  const row = await firstRow(runner, 'undoableUntil')<{ until: Date | null }>`
    select max(expires_at) as until from former_emails where user_id = ${userId} and expires_at > now()`
  return row?.until ?? undefined
}

/** The one statement that spends an undo. What was changed after it cannot be brought back. */
export const spendFormer = (runner: Runner, { userId, digest }: FormerKey): Promise<Former | undefined> =>
  firstRow(runner, 'spendFormer')`
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
    from spent`

/** Forgets former addresses that nobody had proven: they may be a stranger's, who must not get the account back. */
export const deleteUnproven = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'deleteUnproven')`
    delete from former_emails
    where user_id = ${userId} and not was_proven`

/** The addresses from which a change can still be undone, in the form that they are known by. */
export const listUndoable = async (runner: Runner, userId: string): Promise<string[]> => {
  const rows = await run(runner, 'listUndoable')<{
    canonical: string
  }>`select canonical from former_emails where user_id = ${userId}`
  return rows.map(({ canonical }) => canonical)
}

/** Deletes former addresses whose change can no longer be undone. */
export const sweepFormerEmails = sweepOf(sql`former_emails`, {
  key: sql`user_id, digest`,
  when: sql`expires_at`,
})
