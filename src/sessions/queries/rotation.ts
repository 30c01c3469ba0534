import { joinEnabled, ofEnabled } from '../../accounts/users/queries/users.ts'
import { batched } from '../../platform/db/batched.ts'
import { firstRow, type Runner } from '../../platform/db/db.ts'
import { byteas, doubles, integers, uuids } from '../../platform/db/lists.ts'
import { type Fragment, query, type Statement, sql } from '../../platform/db/sql.ts'
import type { Lifetimes } from '../lifetimes.ts'
import { type TokenRow, tokenRow } from './sessions.ts'

type RefreshClaim = {
  userId: string
  sessionId: string
  generation: number
  witness: Uint8Array
  macDigest: Uint8Array
}

/**
 * The one statement that spends refresh tokens, and starts the next generation. Skips locked rows, so that nobody who
 * shares the statement waits.
 */
export const rotation = (
  claims: readonly (RefreshClaim & Lifetimes)[],
): Statement<TokenRow & { n: number }> =>
  query('rotate')`
  with claims as not materialized (
    ${claimed(claims)}
  ), locked as materialized (
    select sessions.user_id, sessions.id
    from claims
    join sessions using (user_id, id)
    ${joinEnabled(sql`claims.user_id`)}
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
    refresh_ends_at as "refreshEndsAt", awaits_email as "awaitsEmail"`

/** A single claim must name its user, so that Citus can route it. */
const claimed = (claims: readonly (RefreshClaim & Lifetimes)[]): Fragment => {
  const [one] = claims
  if (claims.length === 1 && one)
    return sql`
      select ${one.userId}::uuid as user_id, ${one.sessionId}::uuid as id, ${one.generation}::integer as generation,
        ${one.witness}::bytea as witness, ${one.macDigest}::bytea as mac_digest,
        ${one.accessSeconds}::float8 as access_seconds, ${one.idleSeconds}::float8 as idle_seconds,
        ${one.retrySeconds}::float8 as retry_seconds, 1 as n`
  return sql`
    select *
    from unnest(
      ${uuids(claims.map((claim) => claim.userId))},
      ${uuids(claims.map((claim) => claim.sessionId))},
      ${integers(claims.map((claim) => claim.generation))},
      ${byteas(claims.map((claim) => claim.witness))},
      ${byteas(claims.map((claim) => claim.macDigest))},
      ${doubles(claims.map((claim) => claim.accessSeconds))},
      ${doubles(claims.map((claim) => claim.idleSeconds))},
      ${doubles(claims.map((claim) => claim.retrySeconds))}
    ) with ordinality as claim (
      user_id, id, generation, witness, mac_digest, access_seconds, idle_seconds, retry_seconds, n
    )`
}

export const rotate = batched<RefreshClaim & Lifetimes, TokenRow>(rotation)

/** Decides whether the previous refresh token may be repeated. */
type Rotated = TokenRow & {
  /** The present pair is unused, and the previous token would still be valid. */
  isUnused: boolean
  /** When the present pair was first used: from then on, the previous token works for a little longer. */
  closingAt: Date
  /** Whether that time is not over yet. */
  isClosing: boolean
  databaseAt: Date
}

/**
 * Of an enabled user. A first use in the future is from before the clock went back; less than a second may be
 * rounding, or a small correction of the clock.
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
