import { joinEnabled, lockedAt, ofEnabled } from '../accounts/users/queries.ts'
import { first, type Runner } from '../platform/db/db.ts'
import { gather } from '../platform/db/gather.ts'
import { type Fragment, query, type Statement, sql } from '../platform/db/sql.ts'
import { sweepOf } from '../platform/db/sweep.ts'
import type { Lifetimes } from './lifetimes.ts'

/** What a session's tokens are derived from. */
export type TokenRow = {
  userId: string
  sessionId: string
  seed: Uint8Array
  generation: number
  rotatedAt: Date
  accessEndsAt: Date
  refreshEndsAt: Date
}

const tokenRow = sql`
  user_id as "userId", id as "sessionId", seed, generation, rotated_at as "rotatedAt",
  access_ends_at as "accessEndsAt", refresh_ends_at as "refreshEndsAt"`

export type NewSession = {
  userId: string
  sessionId: string
  seed: Uint8Array
  methods: string[]
  address: string
  userAgent: string | undefined
}

/**
 * Opens a session of a user who is enabled and at that epoch still. Nobody else can end all of the user's sessions before
 * the transaction ends.
 *
 * @returns nothing when something did meanwhile
 */
export const insertSession = (
  runner: Runner,
  session: NewSession,
  lifetimes: Lifetimes,
  epoch: number,
): Promise<TokenRow | undefined> =>
  first(
    runner,
    query('insertSession')`
      insert into sessions (user_id, id, seed, methods, address, user_agent, access_ends_at, refresh_ends_at, ends_at)
      select owner.id, ${session.sessionId}, ${session.seed}, ${session.methods}::text[], ${session.address},
        ${session.userAgent ?? null}, ${endsAt(lifetimes.accessSeconds, lifetimes)},
        ${endsAt(lifetimes.idleSeconds, lifetimes)}, now() + make_interval(secs => ${lifetimes.sessionSeconds})
      from (${lockedAt(session.userId, epoch)}) as owner
      returning ${tokenRow}`,
  )

const endsAt = (seconds: number, { sessionSeconds }: Lifetimes) =>
  sql`now() + make_interval(secs => least(${seconds}::float8, ${sessionSeconds}::float8))`

/** Names a session, and whose it is. */
export type SessionKey = { userId: string; sessionId: string }

const sessionKey = sql`user_id as "userId", id as "sessionId"`

/** Whether a user has more sessions than so many. */
export const hasMoreThan = async (runner: Runner, userId: string, count: number): Promise<boolean> => {
  const rows = await runner.run(
    query('hasMoreThan')`select from sessions where user_id = ${userId} offset ${count} limit 1`,
  )
  return rows.length > 0
}

/** Ends the oldest sessions of a user who has more than `most`. Two that end the same ones do not wait for each other. */
export const deleteOldest = (runner: Runner, userId: string, most: number): Promise<SessionKey[]> =>
  runner.run(query('deleteOldest')`
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
    returning ${sessionKey}`)

/** A refresh token as the database judges it. */
export type RefreshClaim = {
  userId: string
  sessionId: string
  generation: number
  witness: Uint8Array
  macDigest: Uint8Array
}

/** What `rotate` runs. */
export const rotation = (
  claims: readonly (RefreshClaim & Lifetimes)[],
): Statement<TokenRow & { n: number }> =>
  query('rotate')`
  with claims as (
    select *
    from unnest(
      ${claims.map((claim) => claim.userId)}::uuid[],
      ${claims.map((claim) => claim.sessionId)}::uuid[],
      ${claims.map((claim) => claim.generation)}::integer[],
      ${claims.map((claim) => claim.witness)}::bytea[],
      ${claims.map((claim) => claim.macDigest)}::bytea[],
      ${claims.map((claim) => claim.accessSeconds)}::float8[],
      ${claims.map((claim) => claim.idleSeconds)}::float8[],
      ${claims.map((claim) => claim.retrySeconds)}::float8[]
    ) with ordinality as claim (
      user_id, id, generation, witness, mac_digest, access_seconds, idle_seconds, retry_seconds, n
    )
  ), locked as materialized (
    select sessions.user_id, sessions.id
    from claims
    join sessions using (user_id, id)
    ${joinEnabled(sql`sessions.user_id`)}
    order by sessions.user_id, sessions.id
    for no key update of sessions skip locked
  )
  update sessions
  set generation = sessions.generation + 1,
    rotated_at = now(),
    last_used_at = now(),
    previous_access_ends_at = least(access_ends_at, now() + make_interval(secs => claims.retry_seconds)),
    access_ends_at = least(now() + make_interval(secs => claims.access_seconds), ends_at),
    refresh_ends_at = least(now() + make_interval(secs => claims.idle_seconds), ends_at)
  from claims
  join locked using (user_id, id)
  where sessions.user_id = claims.user_id and sessions.id = claims.id and sessions.generation = claims.generation
    and refresh_ends_at > now()
    and sha256(sha256(seed || claims.witness)) = claims.mac_digest
  returning claims.n::integer, sessions.user_id as "userId", sessions.id as "sessionId", seed,
    sessions.generation, rotated_at as "rotatedAt", access_ends_at as "accessEndsAt",
    refresh_ends_at as "refreshEndsAt"`

/**
 * The next generation, if the token is of this one and authentic: the one statement that spends a refresh token. A row
 * that somebody else holds is passed over, so that nobody who shares the statement waits for it.
 */
export const rotate = gather<RefreshClaim & Lifetimes, TokenRow>(rotation)

/**
 * A living session of an enabled user, and whether its last rotation is so recent that the token before may be presented
 * again. One that is dated in the future is of before the clock went back: what is stored in milliseconds may be half of
 * one ahead, and clocks are mended by less than a second all the time.
 */
export const findRotated = (
  runner: Runner,
  { userId, sessionId }: Pick<RefreshClaim, 'userId' | 'sessionId'>,
  { retrySeconds }: Lifetimes,
): Promise<(TokenRow & { isRecent: boolean; databaseAt: Date }) | undefined> =>
  first(
    runner,
    query('findRotated')`
      select ${tokenRow}, now() as "databaseAt",
        now() - rotated_at < make_interval(secs => ${retrySeconds})
          and rotated_at - now() < make_interval(secs => least(${retrySeconds}::float8, 1)) as "isRecent"
      from sessions
      where user_id = ${userId} and id = ${sessionId} and refresh_ends_at > now() and ${ofEnabled(userId)}`,
  )

/** An access token that was read. */
export type AccessClaim = { userId: string; sessionId: string; generation: number }

/** What proves an access token, and whether its use is to be noted. */
export type Live = {
  seed: Uint8Array
  /** Whether `last_used_at` is out of date by a minute or more. */
  isUseUnnoted: boolean
}

/** What an access token opens. */
export type LiveSession = Live & {
  methods: string[]
  /** Seconds since the person proved who they are. */
  provenSecondsAgo: number
  /** Seconds since the second factor was proven again; null when it was not since the session was opened. */
  factorProvenSecondsAgo: number | null
}

/** Several access tokens, for a statement that looks for their sessions and users. */
export const accessClaims = (claims: readonly AccessClaim[]): Fragment => sql`
  unnest(
    ${claims.map((claim) => claim.userId)}::uuid[],
    ${claims.map((claim) => claim.sessionId)}::uuid[],
    ${claims.map((claim) => claim.generation)}::integer[]
  ) with ordinality as claims (user_id, id, generation, n)
  join sessions on sessions.user_id = claims.user_id and sessions.id = claims.id and refresh_ends_at > now()
    and case sessions.generation
      when claims.generation then access_ends_at > now()
      when claims.generation + 1 then previous_access_ends_at > now()
    end
  ${joinEnabled(sql`sessions.user_id`)}`

export const live = sql`
  claims.n::integer, seed, last_used_at < now() - interval '1 minute' as "isUseUnnoted"`

/** The session of an access token of this generation, or of the one before for as long as that may be used. */
export const findLive = gather<AccessClaim, LiveSession>(
  (claims) => query('findLive')`
    select ${live}, methods, extract(epoch from now() - authenticated_at)::float8 as "provenSecondsAgo",
      extract(epoch from now() - factor_proven_at)::float8 as "factorProvenSecondsAgo"
    from ${accessClaims(claims)}`,
)

/** A row that somebody else holds is left for another time: every request with its token would wait for it. */
export const noteUse = async (runner: Runner, userId: string, sessionId: string): Promise<void> => {
  await runner.run(query('noteUse')`
    update sessions
    set last_used_at = now()
    where (user_id, id) in (
      select user_id, id
      from sessions
      where user_id = ${userId} and id = ${sessionId} and last_used_at < now() - interval '1 minute'
      for no key update skip locked
    )`)
}

/** Adds to how the person proved who they are. @returns whether the session lives */
export const addMethod = async (
  runner: Runner,
  { userId, sessionId }: SessionKey,
  method: string,
): Promise<boolean> => {
  const rows = await runner.run(query('addMethod')`
    update sessions
    set methods = array_append(methods, ${method}::text)
    where user_id = ${userId} and id = ${sessionId} and refresh_ends_at > now() and ${ofEnabled(userId)}
    returning id`)
  return rows.length > 0
}

/** Notes that the person has just proven again who they are. */
export const renewProof = (runner: Runner, { userId, sessionId }: SessionKey): Promise<unknown> =>
  runner.run(query('renewProof')`
    update sessions
    set authenticated_at = now()
    where user_id = ${userId} and id = ${sessionId}`)

/** The same, by the second factor. */
export const renewFactorProof = (runner: Runner, { userId, sessionId }: SessionKey): Promise<unknown> =>
  runner.run(query('renewFactorProof')`
    update sessions
    set authenticated_at = now(), factor_proven_at = now()
    where user_id = ${userId} and id = ${sessionId}`)

/** @returns whether there was such a session */
export const deleteSession = async (runner: Runner, { userId, sessionId }: SessionKey): Promise<boolean> => {
  const rows = await runner.run(
    query('deleteSession')`delete from sessions where user_id = ${userId} and id = ${sessionId} returning id`,
  )
  return rows.length > 0
}

/** Which of a user's sessions. */
export type Which = {
  /** All but this one. */
  but?: string | undefined
  /** Opened by this method. */
  by?: string
  /** Opened since then. */
  since?: Date
}

export const deleteSessions = (
  runner: Runner,
  userId: string,
  { but, by, since }: Which,
): Promise<SessionKey[]> =>
  runner.run(query('deleteSessions')`
    delete from sessions
    where user_id = ${userId} and id is distinct from ${but ?? null}::uuid
      and (${by ?? null}::text is null or ${by ?? null}::text = any(methods))
      and (${since ?? null}::timestamptz is null or created_at >= ${since ?? null}::timestamptz)
    returning ${sessionKey}`)

/** Keeps a living session from being ended before the transaction is. @returns nothing when it has ended already */
export const holdSession = (
  runner: Runner,
  { userId, sessionId }: SessionKey,
): Promise<{ id: string } | undefined> =>
  first(
    runner,
    query('holdSession')`
      select id
      from sessions
      where user_id = ${userId} and id = ${sessionId} and refresh_ends_at > now() and ${ofEnabled(userId)}
      for key share`,
  )

/** Takes a session's proof of identity for one of long ago. */
export const expireProof = (runner: Runner, { userId, sessionId }: SessionKey): Promise<unknown> =>
  runner.run(query('expireProof')`
    update sessions
    set authenticated_at = now() - interval '1 day', factor_proven_at = null
    where user_id = ${userId} and id = ${sessionId}`)

export type SessionRow = {
  id: string
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  userAgent: string | null
  ip: string
  methods: string[]
}

export const listLive = (runner: Runner, userId: string): Promise<SessionRow[]> =>
  runner.run(
    query('listLive')`
      select id, created_at as "createdAt", last_used_at as "lastUsedAt", refresh_ends_at as "expiresAt",
        user_agent as "userAgent", address as ip, methods
      from sessions
      where user_id = ${userId} and refresh_ends_at > now()
      order by created_at desc, id desc`,
  )

/** Sweeps sessions whose time is over. */
export const sweepSessions = sweepOf(sql`sessions`, { key: sql`user_id, id`, when: sql`ends_at` })
