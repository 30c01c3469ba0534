import { anyRow, firstRow, type Runner, run } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import { keysOf } from '../../platform/keys-of.ts'
import { ofEnabled } from '../users/queries.ts'
import { type LinkKind, linkKinds } from './kinds.ts'
import type { LinkKey } from './token.ts'

/** The mailbox it was sent to, and the session that asked for it. */
export type Sent = { canonical: string; typed: string; sessionId: string | null }

type Good = Sent & { expiresAt: Date }

type NewLink = LinkKey & {
  codeDigest: Uint8Array | undefined
  canonical: string
  typed: string
  sessionId: string | undefined
  seconds: number
}

/** The previous one of its kind stops working. */
export const replaceLink = (runner: Runner, link: NewLink): Promise<unknown> =>
  run(runner, 'replaceLink')`
    insert into mail_links (user_id, kind, digest, code_digest, canonical, typed, session_id, expires_at)
    values (${link.userId}, ${link.kind}, ${link.digest}, ${link.codeDigest ?? null}, ${link.canonical},
      ${link.typed}, ${link.sessionId ?? null}, now() + make_interval(secs => ${link.seconds}))
    on conflict (user_id, kind) do update
    set digest = excluded.digest, code_digest = excluded.code_digest, canonical = excluded.canonical,
      typed = excluded.typed, session_id = excluded.session_id, expires_at = excluded.expires_at`

/** Of these kinds, or all. */
export const deleteLinks = (
  runner: Runner,
  userId: string,
  kinds: readonly LinkKind[] = keysOf(linkKinds),
): Promise<unknown> =>
  run(runner, 'deleteLinks')`
    delete from mail_links
    where user_id = ${userId} and kind = any(${kinds}::text[])`

/** Of everybody. @param keeps kinds that are not deleted */
export const deleteEveryLink = (
  runner: Runner,
  { keeps }: { keeps: readonly LinkKind[] },
): Promise<unknown> =>
  run(runner, 'deleteEveryLink')`delete from mail_links where kind <> all(${keeps}::text[])`

/** Spends nothing. */
export const findLink = (runner: Runner, { userId, kind, digest }: LinkKey): Promise<Good | undefined> =>
  firstRow(runner, 'findLink')`
    select canonical, typed, session_id as "sessionId", expires_at as "expiresAt"
    from mail_links
    where user_id = ${userId} and kind = ${kind} and digest = ${digest} and expires_at > now()
      and ${ofEnabled(userId)}`

export const hasLink = (runner: Runner, userId: string, kind: LinkKind): Promise<boolean> =>
  anyRow(runner, 'hasLink')`
    select 1 from mail_links where user_id = ${userId} and kind = ${kind} and expires_at > now()`

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

/** A digest under each key. */
type CodeKey = { userId: string; kind: LinkKind; codeDigests: Uint8Array[] }

/** Spends nothing. */
export const hasCode = (runner: Runner, { userId, kind, codeDigests }: CodeKey): Promise<boolean> =>
  anyRow(runner, 'hasCode')`
    select 1 from mail_links
    where user_id = ${userId} and kind = ${kind} and code_digest = any(${codeDigests}::bytea[])
      and expires_at > now()`

/** The same by its code. */
export const spendCode = (
  runner: Runner,
  { userId, kind, codeDigests }: CodeKey,
): Promise<Sent | undefined> =>
  firstRow(runner, 'spendCode')`
    delete from mail_links
    where user_id = ${userId} and kind = ${kind} and code_digest = any(${codeDigests}::bytea[])
      and expires_at > now() and ${ofEnabled(userId)}
    returning canonical, typed, session_id as "sessionId"`

export const sweepMailLinks = sweepOf(sql`mail_links`, { key: sql`user_id, kind`, when: sql`expires_at` })
