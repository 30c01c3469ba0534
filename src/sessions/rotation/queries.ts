import { joinEnabled, ofEnabled } from '../../accounts/users/queries.ts'
import { batched } from '../../platform/db/batched.ts'
import { firstRow, type Runner } from '../../platform/db/db.ts'
import { query, type Statement, sql } from '../../platform/db/sql.ts'
import type { Lifetimes } from '../lifetimes.ts'
import { type TokenRow, tokenRow } from '../queries.ts'

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
    first_used_at = null,
    last_used_at = now(),
    previous_access_ends_at = least(access_ends_at, now() + make_interval(secs => claims.retry_seconds)),
    access_ends_at = least(now() + make_interval(secs => claims.access_seconds), ends_at),
    previous_refresh_ends_at = refresh_ends_at,
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
export const rotate = batched<RefreshClaim & Lifetimes, TokenRow>(rotation)

/** What tells whether the refresh token before may be presented again. */
export type Rotated = TokenRow & {
  /** The present pair was not used yet, and the token before would still be good. */
  isUnused: boolean
  /** Since then the token before may be presented only for a little longer: the first use of the present pair. */
  closingAt: Date
  /** Whether that was a moment ago. */
  isClosing: boolean
  databaseAt: Date
}

/**
 * A living session of an enabled user. A first use that is dated in the future is of before the clock went back: what is
 * stored in milliseconds may be half of one ahead, and clocks are mended by less than a second all the time.
 */
export const findRotated = (
  runner: Runner,
  { userId, sessionId }: Pick<RefreshClaim, 'userId' | 'sessionId'>,
  { retrySeconds }: Lifetimes,
): Promise<Rotated | undefined> =>
  firstRow(runner, 'findRotated')`
    select ${tokenRow}, now() as "databaseAt", closing_at as "closingAt",
      ${retrySeconds}::float8 > 0 and first_used_at is null and coalesce(previous_refresh_ends_at > now(), false)
        as "isUnused",
      now() - closing_at < make_interval(secs => ${retrySeconds})
        and closing_at - now() < make_interval(secs => least(${retrySeconds}::float8, 1)) as "isClosing"
    from sessions, coalesce(first_used_at, rotated_at) as closing_at
    where user_id = ${userId} and id = ${sessionId} and refresh_ends_at > now() and ${ofEnabled(userId)}`
