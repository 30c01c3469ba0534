import { firstRow, type Runner, run } from '#platform/db/db.ts'
import { sealingOf } from '#platform/db/seal-rows.ts'
import { ifGenuine, macOf } from '#platform/db/sealing.ts'
import { sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'
import { day } from '#platform/seconds.ts'
import type { Address, Mailbox } from './emails.ts'
import { madeBy, type PossibleMaker, type Suspicion } from './suspects.ts'
import { ofEnabled } from './users.ts'

/** How long a change of address can be undone, and the former one stays reserved. */
export const undoSeconds = 7 * day

/** `digest`: of the token mailed there. */
type FormerKey = { userId: string; digest: Uint8Array }

/** Of the change: the session that asked for it, and whether there was a second factor. */
type Circumstances = { hadFactor: boolean }

export const insertFormer = (
  runner: Runner,
  { userId, digest }: FormerKey,
  { typed, canonical, verifiedAt }: Mailbox,
  { hadFactor, ...maker }: Circumstances & PossibleMaker,
): Promise<unknown> =>
  run(runner, 'insertFormer')`
    insert into former_emails (user_id, digest, canonical, typed, was_proven, had_factor, session_id, session_opened_at,
      mac, expires_at)
    values (${userId}, ${digest}, ${canonical}, ${typed}, ${verifiedAt !== null}, ${hadFactor}, ${madeBy(maker)},
      ${macOf(
        runner,
        kind,
        valuesOf(
          { userId, digest },
          { typed, canonical, wasProven: verifiedAt !== null, sessionId: maker.sessionId, hadFactor },
        ),
      )},
      now() + make_interval(secs => ${undoSeconds}))`

/** What an undo restores, and the facts it depends on. */
type Restored = Address & Circumstances & Pick<Suspicion, 'sessionId'> & { wasProven: boolean }

export type Former = Restored & Suspicion

const kind = 'former email'

const valuesOf = (
  { userId, digest }: FormerKey,
  { canonical, typed, wasProven, sessionId, hadFactor }: Restored,
) => [userId, digest, canonical, typed, wasProven, sessionId, hadFactor]

export const formerSealing = sealingOf(sql`former_emails`, {
  kind,
  key: sql`user_id, digest`,
  values: sql`user_id, digest, canonical, typed, was_proven, session_id, had_factor`,
})

const formerColumns = sql`
  typed, canonical, was_proven as "wasProven", session_id as "sessionId", session_opened_at as "openedAt",
  changed_at as "changedAt", had_factor as "hadFactor", mac`

type FormerRow = Former & { mac: Uint8Array | null }

export const findFormer = async (
  runner: Runner,
  key: FormerKey,
): Promise<(Former & { expiresAt: Date }) | undefined> => {
  const { userId, digest } = key
  const row = await firstRow(runner, 'findFormer')<FormerRow & { expiresAt: Date }>`
    select ${formerColumns}, expires_at as "expiresAt"
    from former_emails
    where user_id = ${userId} and digest = ${digest} and expires_at > now() and ${ofEnabled(userId)}`
  return ifGenuine(runner, kind, row, (former) => valuesOf(key, former))
}

export const listFormerEmails = (
  runner: Runner,
  userId: string,
): Promise<{ email: string; changedAt: Date; undoUntil: Date }[]> =>
  run(runner, 'listFormerEmails')`
    select typed as email, changed_at as "changedAt", expires_at as "undoUntil"
    from former_emails
    where user_id = ${userId}
    order by changed_at desc`

/** The present one, and those from which a change can still be undone. */
export const listMailboxes = (runner: Runner, userId: string): Promise<{ typed: string }[]> =>
  run(runner, 'listMailboxes')`
    select typed from emails where user_id = ${userId}
    union
    select typed from former_emails where user_id = ${userId} and expires_at > now()`

/** The end of the last period in which a change can be undone, if any. */
export const undoableUntil = async (runner: Runner, userId: string): Promise<Date | undefined> => {
  const row = await firstRow(runner, 'undoableUntil')<{ until: Date | null }>`
    select max(expires_at) as until from former_emails where user_id = ${userId} and expires_at > now()`
  return row?.until ?? undefined
}

/** The one statement that spends an undo. */
export const spendFormer = async (runner: Runner, key: FormerKey): Promise<Former | undefined> => {
  const { userId, digest } = key
  const row = await firstRow(runner, 'spendFormer')<FormerRow>`
    delete from former_emails
    where user_id = ${userId} and digest = ${digest} and expires_at > now()
    returning ${formerColumns}`
  return ifGenuine(runner, kind, row, (former) => valuesOf(key, former))
}

/** Changes since then can no longer be undone. @returns which addresses they replaced */
export const deleteFormerSince = (runner: Runner, userId: string, changedAt: Date): Promise<string[]> =>
  canonicals(run(runner, 'deleteFormerSince')`
    delete from former_emails
    where user_id = ${userId} and changed_at >= ${changedAt}
    returning canonical`)

/** They may be a stranger's, who must not get the account back. @returns which addresses */
export const deleteUnproven = (runner: Runner, userId: string): Promise<string[]> =>
  canonicals(run(runner, 'deleteUnproven')`
    delete from former_emails
    where user_id = ${userId} and not was_proven
    returning canonical`)

export const listUndoable = (runner: Runner, userId: string): Promise<string[]> =>
  canonicals(run(runner, 'listUndoable')`select canonical from former_emails where user_id = ${userId}`)

const canonicals = async (listing: Promise<{ canonical: string }[]>): Promise<string[]> =>
  (await listing).map(({ canonical }) => canonical)

export const sweepFormerEmails = sweepOf(sql`former_emails`, {
  key: sql`user_id, digest`,
  when: sql`expires_at`,
})
