import { joinEnabled } from '../../accounts/users/queries.ts'
import { batched } from '../../platform/db/batched.ts'
import { type Runner, run } from '../../platform/db/db.ts'
import { type Fragment, query, sql } from '../../platform/db/sql.ts'

export type AccessClaim = { userId: string; sessionId: string; generation: number }

/** What proves an access token, and what its use has to note. */
export type Live = {
  seed: Uint8Array
  /** The first use of the pair since the refresh that issued it, or one a minute or more after the last that was noted. */
  unnoted: 'first use' | 'use' | null
}

/** How and when the person of a session proved who they are. */
export type SessionProof = {
  methods: string[]
  /** Since the last proof of identity. */
  provenSecondsAgo: number
  /** Since the second factor was last proven again; null if never in this session. */
  factorProvenSecondsAgo: number | null
}

/**
 * Joins the sessions and users of several access tokens. The previous generation counts for as long as it may
 * be used.
 */
export const accessClaims = (claims: readonly AccessClaim[]): Fragment => sql`
  unnest(
    ${claims.map((claim) => claim.userId)}::uuid[],
    ${claims.map((claim) => claim.sessionId)}::uuid[],
    ${claims.map((claim) => claim.generation)}::integer[]
  ) with ordinality as claims (user_id, id, generation, n)
  join sessions on sessions.user_id = claims.user_id and sessions.id = claims.id and kind = 'application'
    and refresh_ends_at > now()
    and case sessions.generation
      when claims.generation then access_ends_at > now()
      when claims.generation + 1 then previous_access_ends_at > now()
    end
  ${joinEnabled(sql`sessions.user_id`)}`

export const live = sql`
  claims.n::integer, seed,
  case
    when first_used_at is null and previous_refresh_ends_at is not null and sessions.generation = claims.generation
      then 'first use'
    when last_used_at < now() - interval '1 minute' then 'use'
  end as unnoted`

/** What a token tells of itself and its session. Instants are seconds since 1970. */
export type LiveToken = Live & {
  methods: string[]
  provenAt: number
  /** Null for the previous generation, of which it is no longer known. */
  issuedAt: number | null
  endsAt: number
}

const isPresent = sql`sessions.generation = claims.generation`

export const liveToken = sql`${live}, methods,
  floor(extract(epoch from authenticated_at))::float8 as "provenAt",
  case when ${isPresent} then floor(extract(epoch from rotated_at))::float8 end as "issuedAt",
  floor(extract(epoch from case when ${isPresent} then access_ends_at else previous_access_ends_at end))::float8 as "endsAt"`

export const findLive = batched<AccessClaim, Live & SessionProof>(
  (claims) => query('findLive')`
    select ${live}, methods, extract(epoch from now() - authenticated_at)::float8 as "provenSecondsAgo",
      extract(epoch from now() - factor_proven_at)::float8 as "factorProvenSecondsAgo"
    from ${accessClaims(claims)}`,
)

/**
 * From now on, the refresh token that this pair replaced works for a few seconds more. A locked row is left
 * for the next use, because every request with its token would wait for it.
 */
export const noteFirstUse = (
  runner: Runner,
  { userId, sessionId, generation }: AccessClaim,
): Promise<unknown> =>
  run(runner, 'noteFirstUse')`
    update sessions
    set first_used_at = now()
    where (user_id, id) in (
      select user_id, id
      from sessions
      where user_id = ${userId} and id = ${sessionId} and generation = ${generation} and first_used_at is null
      for no key update skip locked
    )`

/** Skips a locked row, too. */
export const noteUse = async (runner: Runner, userId: string, sessionId: string): Promise<void> => {
  await run(runner, 'noteUse')`
    update sessions
    set last_used_at = now()
    where (user_id, id) in (
      select user_id, id
      from sessions
      where user_id = ${userId} and id = ${sessionId} and last_used_at < now() - interval '1 minute'
      for no key update skip locked
    )`
}
