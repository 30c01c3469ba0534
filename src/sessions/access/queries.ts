import { joinEnabled } from '../../accounts/users/queries.ts'
import { batched } from '../../platform/db/batched.ts'
import { type Runner, run } from '../../platform/db/db.ts'
import { type Fragment, query, sql } from '../../platform/db/sql.ts'

/** An access token that was read. */
export type AccessClaim = { userId: string; sessionId: string; generation: number }

/** What proves an access token, and whether its use is to be noted. */
export type Live = {
  seed: Uint8Array
  /** Whether this is the first use of the pair since the refresh that it came by. */
  isFirstUse: boolean
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
  claims.n::integer, seed,
  first_used_at is null and previous_refresh_ends_at is not null and sessions.generation = claims.generation as "isFirstUse",
  last_used_at < now() - interval '1 minute' as "isUseUnnoted"`

/** The session of an access token of this generation, or of the one before for as long as that may be used. */
export const findLive = batched<AccessClaim, LiveSession>(
  (claims) => query('findLive')`
    select ${live}, methods, extract(epoch from now() - authenticated_at)::float8 as "provenSecondsAgo",
      extract(epoch from now() - factor_proven_at)::float8 as "factorProvenSecondsAgo"
    from ${accessClaims(claims)}`,
)

/**
 * From now on the refresh token that the present pair was got for may be presented for a few seconds more only. A row that
 * somebody else holds is left for the next use: every request with its token would wait for it.
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

/** The same for a row that somebody else holds. */
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
