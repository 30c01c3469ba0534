import { isUnproven } from '../../accounts/users/queries/emails.ts'
import { beganAt, type Maker, type Suspicion } from '../../accounts/users/queries/suspects.ts'
import { lockedAt, ofEnabled } from '../../accounts/users/queries/users.ts'
import { anyRow, firstRow, type Runner, run } from '../../platform/db/db.ts'
import { type Fragment, sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import type { Lifetimes, SessionKind } from '../lifetimes.ts'

/** What a session's tokens are derived from. */
export type TokenRow = {
  userId: string
  sessionId: string
  seed: Uint8Array
  generation: number
  rotatedAt: Date
  accessEndsAt: Date
  refreshEndsAt: Date
  /** Whether it only reaches what leads to a proof of the mailbox. */
  awaitsEmail: boolean
}

export const tokenRow = sql`
  user_id as "userId", id as "sessionId", seed, generation, rotated_at as "rotatedAt",
  access_ends_at as "accessEndsAt", refresh_ends_at as "refreshEndsAt",
  awaits_email as "awaitsEmail"`

/** When the person last proved all that a session stands for. */
export const fullyProvenAt = sql`least(authenticated_at, fully_proven_at)`

type NewSession = {
  kind: SessionKind
  userId: string
  sessionId: string
  seed: Uint8Array
  methods: string[]
  provenSecondsAgo: number
  factorSecondsAgo?: number | undefined
  address: string
  userAgent: string | undefined
  visitId?: string | undefined
}

/**
 * Opens a session, if the user is enabled and still at that epoch. Nobody else can end the user's sessions
 * before the transaction ends.
 * @returns undefined otherwise
 */
export const insertSession = (
  runner: Runner,
  session: NewSession,
  lifetimes: Lifetimes,
  epoch: number,
): Promise<TokenRow | undefined> => {
  const { provenSecondsAgo, factorSecondsAgo = 0 } = session
  const provenAt = sql`now() - make_interval(secs => ${provenSecondsAgo})`
  const fullyProvenAt = sql`now() - make_interval(secs => ${Math.max(provenSecondsAgo, factorSecondsAgo)})`
  return firstRow(runner, 'insertSession')`
    with owner as (${lockedAt(session.userId, epoch)})
    insert into sessions (user_id, id, kind, seed, methods, authenticated_at, fully_proven_at, opened_by_proof_at, address, user_agent,
      visit_id, access_ends_at, refresh_ends_at, ends_at)
    select ${session.userId}::uuid, ${session.sessionId}::uuid, ${session.kind}::text, ${session.seed}::bytea,
      ${session.methods}::text[], ${provenAt}, ${fullyProvenAt}, ${provenAt},
      ${session.address}::text, ${session.userAgent ?? null}::text, ${session.visitId ?? null}::uuid,
      ${endsAt(lifetimes.accessSeconds, lifetimes)},
      ${endsAt(lifetimes.idleSeconds, lifetimes)}, now() + make_interval(secs => ${lifetimes.sessionSeconds})
    from owner
    returning ${tokenRow}`
}

const endsAt = (seconds: number, { sessionSeconds }: Lifetimes) =>
  sql`now() + make_interval(secs => least(${seconds}::float8, ${sessionSeconds}::float8))`

export type SessionKey = { userId: string; sessionId: string }

const sessionKey = sql`user_id as "userId", id as "sessionId"`

export const hasMoreThan = (runner: Runner, userId: string, count: number): Promise<boolean> =>
  anyRow(runner, 'hasMoreThan')`select 1 from sessions where user_id = ${userId} offset ${count} limit 1`

/** Keeps the newest `most`. Skips locked rows, so that simultaneous calls do not wait for each other. */
export const deleteOldest = (runner: Runner, userId: string, most: number): Promise<SessionKey[]> =>
  run(runner, 'deleteOldest')`
    delete from sessions
    where user_id = ${userId} and id in (
      select id
      from sessions
      where user_id = ${userId} and id in (
        select id
        from sessions
        where user_id = ${userId}
        order by created_at desc, id desc
        offset ${most}
      )
      for update skip locked
    )
    returning ${sessionKey}`

/**
 * Limits a new session to what leads to a proof of its mailbox, if that is missing. After `insertSession`, whose lock
 * lets a simultaneous proof see the session, or this see the proof.
 * @returns whether it does
 */
export const awaitEmail = (runner: Runner, { userId, sessionId }: SessionKey): Promise<boolean> =>
  anyRow(runner, 'awaitEmail')`
    update sessions
    set awaits_email = true
    where user_id = ${userId} and id = ${sessionId} and ${isUnproven(sql`${userId}`)}
    returning id`

/** For a mailbox that is proven now, under the lock of its user. */
export const makeWhole = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'makeWhole')`
    update sessions set awaits_email = false where user_id = ${userId} and awaits_email`

/** @returns whether it existed */
export const deleteSession = (runner: Runner, { userId, sessionId }: SessionKey): Promise<boolean> =>
  anyRow(runner, 'deleteSession')`
    delete from sessions where user_id = ${userId} and id = ${sessionId} returning id`

/** A session, and the visit on the pages that it came from, unless `kept`. @returns those that existed */
export const deleteWithVisit = (
  runner: Runner,
  { userId, sessionId }: SessionKey,
  kept?: string,
): Promise<SessionKey[]> =>
  run(runner, 'deleteWithVisit')`
    delete from sessions
    where user_id = ${userId} and (id = ${sessionId} or (
      id is distinct from ${kept ?? null}::uuid and kind = 'page' and id in (
        select visit_id from sessions where user_id = ${userId} and id = ${sessionId}
      )
    ))
    returning ${sessionKey}`

/** Moves a visit's sessions to the one that replaces it in the browser. */
export const handOnVisit = (
  runner: Runner,
  { userId, sessionId }: SessionKey,
  next: string,
): Promise<unknown> =>
  run(runner, 'handOnVisit')`
    update sessions set visit_id = ${next} where user_id = ${userId} and visit_id = ${sessionId}`

/** Which of a user's sessions. */
export type Which = {
  /** All but this one. */
  but?: string | undefined
  /** Opened by this method. */
  by?: string
  /** Opened, or proven again, since a suspect one, but not that one itself. */
  suspicion?: Suspicion
}

export const deleteSessions = (
  runner: Runner,
  userId: string,
  { but, by, suspicion }: Which,
): Promise<SessionKey[]> =>
  run(runner, 'deleteSessions')`
    delete from sessions
    where user_id = ${userId} and id is distinct from ${but ?? null}::uuid
      and (${by ?? null}::text is null or ${by ?? null}::text = any(methods))
      and ${suspicion ? isYoung(suspicion) : sql`true`}
    returning ${sessionKey}`

/** A second of slack is for the visit that the suspect one was opened from. */
const isYoung = (suspicion: Suspicion) => sql`
  (id <> ${suspicion.sessionId}
    and greatest(created_at, authenticated_at) >= ${beganAt(suspicion)}::timestamptz - interval '1 second')`

export const deleteEverySession = (runner: Runner): Promise<unknown> =>
  run(runner, 'deleteEverySession')`delete from sessions`

/** Keeps an active session from ending before the transaction does. @returns undefined if it has ended */
export const holdSession = (runner: Runner, { userId, sessionId }: SessionKey): Promise<Maker | undefined> =>
  firstRow(runner, 'holdSession')`
    select id as "sessionId", coalesce(opened_by_proof_at, created_at) as "openedAt"
    from sessions
    where user_id = ${userId} and id = ${sessionId} and refresh_ends_at > now() and ${ofEnabled(userId)}
    for key share`

export type SessionRow = {
  id: string
  kind: SessionKind
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  userAgent: string | null
  ip: string
  methods: string[]
}

/** Newest first. @param but suspect ones */
export const listLive = (runner: Runner, userId: string, but?: Suspicion): Promise<SessionRow[]> =>
  run(runner, 'listLive')`
      select id, kind, created_at as "createdAt", last_used_at as "lastUsedAt", refresh_ends_at as "expiresAt",
        user_agent as "userAgent", address as ip, methods
      from sessions
      where user_id = ${userId} and refresh_ends_at > now() and ${but ? sql`not ${isYoung(but)}` : sql`true`}
      order by created_at desc, id desc`

/** A subquery for when the newest was opened. */
export const lastOpenedAt = (userId: Fragment): Fragment =>
  sql`(select max(created_at) from sessions where user_id = ${userId})`

export const sweepSessions = sweepOf(sql`sessions`, { key: sql`user_id, id`, when: sql`ends_at` })
