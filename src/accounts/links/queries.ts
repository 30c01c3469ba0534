import { anyRow, firstRow, type Runner, run } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import { ofEnabled } from '../users/queries.ts'
import type { LinkKind } from './kinds.ts'
import type { LinkKey } from './token.ts'

/** The mailbox that a link was sent to, and who asked for it. */
export type Sent = { canonical: string; typed: string; sessionId: string | null }

/** The same, of a link that still does something. */
export type Good = Sent & { expiresAt: Date }

type NewLink = LinkKey & {
  codeDigest: Uint8Array | undefined
  canonical: string
  typed: string
  sessionId: string | undefined
  seconds: number
}

/** Stores a link. The one of its kind before it is dead. */
export const replaceLink = (runner: Runner, link: NewLink): Promise<unknown> =>
  run(runner, 'replaceLink')`
    insert into mail_links (user_id, kind, digest, code_digest, canonical, typed, session_id, expires_at)
    values (${link.userId}, ${link.kind}, ${link.digest}, ${link.codeDigest ?? null}, ${link.canonical},
      ${link.typed}, ${link.sessionId ?? null}, now() + make_interval(secs => ${link.seconds}))
    on conflict (user_id, kind) do update
    set digest = excluded.digest, code_digest = excluded.code_digest, canonical = excluded.canonical,
      typed = excluded.typed, session_id = excluded.session_id, expires_at = excluded.expires_at`

/** Makes a user's links dead. Those that only verify the address grant nothing, and may be kept. */
export const deleteLinks = (
  runner: Runner,
  userId: string,
  { keepsVerification = false } = {},
): Promise<unknown> =>
  run(runner, 'deleteLinks')`
    delete from mail_links
    where user_id = ${userId} and not (${keepsVerification}::boolean and kind = 'verification')`

/** A link that is still good; looking spends nothing. */
export const findLink = (runner: Runner, { userId, kind, digest }: LinkKey): Promise<Good | undefined> =>
  firstRow(runner, 'findLink')`
    select canonical, typed, session_id as "sessionId", expires_at as "expiresAt"
    from mail_links
    where user_id = ${userId} and kind = ${kind} and digest = ${digest} and expires_at > now()
      and ${ofEnabled(userId)}`

/** Whether a user has a link of a kind that is still good. */
export const hasLink = (runner: Runner, userId: string, kind: LinkKind): Promise<boolean> =>
  anyRow(runner, 'hasLink')`
    select from mail_links where user_id = ${userId} and kind = ${kind} and expires_at > now()`

/** The links of a user's that are still good. */
export const listLinks = (
  runner: Runner,
  userId: string,
): Promise<{ kind: string; email: string; expiresAt: Date }[]> =>
  run(runner, 'listLinks')`
      select kind, typed as email, expires_at as "expiresAt"
      from mail_links
      where user_id = ${userId} and expires_at > now()
      order by kind`

/** The one statement that spends a link. */
export const spendLink = (runner: Runner, { userId, kind, digest }: LinkKey): Promise<Sent | undefined> =>
  firstRow(runner, 'spendLink')`
    delete from mail_links
    where user_id = ${userId} and kind = ${kind} and digest = ${digest} and expires_at > now()
      and ${ofEnabled(userId)}
    returning canonical, typed, session_id as "sessionId"`

/** A mailed code is found by its owner, what it is for, and its digest under each key. */
type CodeKey = { userId: string; kind: LinkKind; codeDigests: Uint8Array[] }

/** Whether a code is good; looking spends nothing. */
export const hasCode = (runner: Runner, { userId, kind, codeDigests }: CodeKey): Promise<boolean> =>
  anyRow(runner, 'hasCode')`
    select from mail_links
    where user_id = ${userId} and kind = ${kind} and code_digest = any(${codeDigests}::bytea[])
      and expires_at > now()`

/** The one statement that spends a link by its code. */
export const spendCode = (
  runner: Runner,
  { userId, kind, codeDigests }: CodeKey,
): Promise<Sent | undefined> =>
  firstRow(runner, 'spendCode')`
    delete from mail_links
    where user_id = ${userId} and kind = ${kind} and code_digest = any(${codeDigests}::bytea[])
      and expires_at > now() and ${ofEnabled(userId)}
    returning canonical, typed, session_id as "sessionId"`

/** Sweeps links whose time is over. */
export const sweepMailLinks = sweepOf(sql`mail_links`, { key: sql`user_id, kind`, when: sql`expires_at` })
