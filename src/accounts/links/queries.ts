import { anyRow, firstRow, type Runner, run } from '../../platform/db/db.ts'
import { sealingOf } from '../../platform/db/seal-rows.ts'
import { ifGenuine, macOf } from '../../platform/db/sealing.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import { keysOf } from '../../platform/keys-of.ts'
import { ofEnabled } from '../users/queries/users.ts'
import { type LinkKind, linkKinds } from './kinds.ts'
import type { LinkKey } from './token.ts'

/** The mailbox it was sent to, and the session that asked for it. */
export type Sent = { canonical: string; typed: string; sessionId: string | null }

type Good = Sent & { expiresAt: Date }

const mailLink = 'mail link'

type Whole = Omit<NewLink, 'seconds' | 'kind'> & { kind: string }

const valuesOf = ({ userId, kind, digest, codeDigest, canonical, typed, sessionId }: Whole) => [
  userId,
  kind,
  digest,
  codeDigest,
  canonical,
  typed,
  sessionId,
]

const wholeLink = sql`
  user_id as "userId", kind, digest, code_digest as "codeDigest", canonical, typed, session_id as "sessionId", mac`

type LinkRow = Sent & Omit<Whole, 'sessionId'> & { mac: Uint8Array | null }

/** A planted or changed one opens nothing. */
const genuine = <Row extends LinkRow>(runner: Runner, row: Row | undefined) =>
  ifGenuine(runner, mailLink, row, (link) => valuesOf({ ...link, sessionId: link.sessionId ?? undefined }))

export const linkSealing = sealingOf(sql`mail_links`, {
  kind: mailLink,
  key: sql`user_id, kind`,
  values: sql`user_id, kind, digest, code_digest, canonical, typed, session_id`,
})

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
    insert into mail_links (user_id, kind, digest, code_digest, canonical, typed, session_id, mac, expires_at)
    values (${link.userId}, ${link.kind}, ${link.digest}, ${link.codeDigest ?? null}, ${link.canonical},
      ${link.typed}, ${link.sessionId ?? null}, ${macOf(runner, mailLink, valuesOf(link))},
      now() + make_interval(secs => ${link.seconds}))
    on conflict (user_id, kind) do update
    set digest = excluded.digest, code_digest = excluded.code_digest, canonical = excluded.canonical,
      typed = excluded.typed, session_id = excluded.session_id, mac = excluded.mac, expires_at = excluded.expires_at`

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
export const findLink = async (
  runner: Runner,
  { userId, kind, digest }: LinkKey,
): Promise<Good | undefined> =>
  genuine(
    runner,
    await firstRow(runner, 'findLink')<LinkRow & Good>`
      select ${wholeLink}, expires_at as "expiresAt"
      from mail_links
      where user_id = ${userId} and kind = ${kind} and digest = ${digest} and expires_at > now()
        and ${ofEnabled(userId)}`,
  )

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
export const spendLink = async (
  runner: Runner,
  { userId, kind, digest }: LinkKey,
): Promise<Sent | undefined> =>
  genuine(
    runner,
    await firstRow(runner, 'spendLink')<LinkRow>`
      delete from mail_links
      where user_id = ${userId} and kind = ${kind} and digest = ${digest} and expires_at > now()
        and ${ofEnabled(userId)}
      returning ${wholeLink}`,
  )

/** A code ends before its link, whose end is in the row. */
const isCodeGood = (kind: LinkKind) => {
  const { seconds, codeSeconds } = linkKinds[kind]
  return sql`expires_at > now() + make_interval(secs => ${seconds - codeSeconds})`
}

/** A digest under each key. */
type CodeKey = { userId: string; kind: LinkKind; codeDigests: Uint8Array[] }

/** Spends nothing. */
export const hasCode = (runner: Runner, { userId, kind, codeDigests }: CodeKey): Promise<boolean> =>
  anyRow(runner, 'hasCode')`
    select 1 from mail_links
    where user_id = ${userId} and kind = ${kind} and code_digest = any(${codeDigests}::bytea[])
      and ${isCodeGood(kind)}`

/** The same by its code. */
export const spendCode = async (
  runner: Runner,
  { userId, kind, codeDigests }: CodeKey,
): Promise<Sent | undefined> =>
  genuine(
    runner,
    await firstRow(runner, 'spendCode')<LinkRow>`
      delete from mail_links
      where user_id = ${userId} and kind = ${kind} and code_digest = any(${codeDigests}::bytea[])
        and ${isCodeGood(kind)} and ${ofEnabled(userId)}
      returning ${wholeLink}`,
  )

export const sweepMailLinks = sweepOf(sql`mail_links`, { key: sql`user_id, kind`, when: sql`expires_at` })
