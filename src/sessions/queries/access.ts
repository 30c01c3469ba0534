import { joinEnabled } from '../../accounts/users/queries/users.ts'
import { batched } from '../../platform/db/batched.ts'
import { type Runner, run } from '../../platform/db/db.ts'
import { integers, uuids } from '../../platform/db/lists.ts'
import { type Fragment, query, sql } from '../../platform/db/sql.ts'
import { fullyProvenAt } from './sessions.ts'

export type AccessClaim = { userId: string; sessionId: string; generation: number }

/** What proves an access token, and what its use has to record. */
export type Live = {
  seed: Uint8Array
  /** The first use of the pair since the refresh that issued it, or one a minute or more after the last that was noted. */
  unnoted: 'first use' | 'use' | null
  /** Whether it only reaches what leads to a proof of the mailbox. */
  awaitsEmail: boolean
}

/** How and when the person of a session proved their identity. */
export type SessionProof = {
  methods: string[]
  /** Since the last proof of identity. */
  provenSecondsAgo: number
  /** Since the second factor was last proven again; null if never in this session. */
  factorProvenSecondsAgo: number | null
}

/** The first columns of a table of what is `asked`: `user_id`, `id` and `generation`. */
export const claimLists = (claims: readonly AccessClaim[]): [Fragment, Fragment, Fragment] => [
  uuids(claims.map((claim) => claim.userId)),
  uuids(claims.map((claim) => claim.sessionId)),
  integers(claims.map((claim) => claim.generation)),
]

/** The same columns of one claim. */
export const claimColumns = ({ userId, sessionId, generation }: AccessClaim): Fragment =>
  sql`${userId}::uuid as user_id, ${sessionId}::uuid as id, ${generation}::integer as generation`

/** The previous generation counts for as long as it may be used. */
const ofClaim = sql`
  sessions.user_id = asked.user_id and sessions.id = asked.id and kind = 'application'
    and refresh_ends_at > now()
    and case sessions.generation
      when asked.generation then access_ends_at > now()
      when asked.generation + 1 then previous_access_ends_at > now()
    end`

/** The session and user of a claim. */
export const sessionOfClaim = sql`
  (select * from sessions where ${ofClaim}) as sessions
  ${joinEnabled(sql`asked.user_id`)}`

/** For both, whether the session is not waiting for a confirmed address. */
export const isWhole = sql`not sessions.awaits_email`

/** Joins the sessions and users of what is `asked`. */
export const joinClaimed = sql`
  join sessions on ${ofClaim}
  ${joinEnabled(sql`asked.user_id`)}`

/** The sessions and users of several access tokens. A single claim must name its user, so that Citus can route it. */
export const accessClaims = (claims: readonly AccessClaim[]): Fragment =>
  sql`${askedBy(claims)} ${joinClaimed}`

const askedBy = (claims: readonly AccessClaim[]): Fragment => {
  const [one] = claims
  if (claims.length === 1 && one) return sql`(select ${claimColumns(one)}, 1 as n) as asked`
  const [userIds, ids, generations] = claimLists(claims)
  return sql`unnest(${userIds}, ${ids}, ${generations}) with ordinality as asked (user_id, id, generation, n)`
}

const proofAndUse = sql`
  seed,
  case
    when first_used_at is null and previous_refresh_ends_at is not null and sessions.generation = asked.generation
      then 'first use'
    when last_used_at < now() - interval '1 minute' then 'use'
  end as unnoted`

export const live = sql`${proofAndUse}, awaits_email as "awaitsEmail"`

/** A token's information about itself and its session. Instants are seconds since 1970. */
export type LiveToken = Omit<Live, 'awaitsEmail'> & {
  /** With commas. */
  methods: string
  /** All of them: a password alone doesn't renew the proof of a second factor. */
  provenAt: number
  /** Null for the previous generation, of which it is no longer known. */
  issuedAt: number | null
  endsAt: number
}

const isPresent = sql`sessions.generation = asked.generation`

const liveTokenWith = (told: (instant: Fragment) => Fragment): Fragment => sql`
  ${proofAndUse}, array_to_string(methods, ',') as methods,
  ${told(fullyProvenAt)} as "provenAt",
  ${told(sql`case when ${isPresent} then rotated_at end`)} as "issuedAt",
  ${told(sql`case when ${isPresent} then access_ends_at else previous_access_ends_at end`)} as "endsAt"`

export const liveToken = liveTokenWith((instant) => sql`floor(date_part('epoch', ${instant}))`)

/** The same with instants as bytes, for `secondsOf`. */
export const packedLiveToken = liveTokenWith((instant) => sql`timestamptz_send(${instant})`)

/** Since 1970, of the instant that begins there: PostgreSQL counts microseconds since 2000. */
export const secondsOf = (packed: DataView, at: number): number =>
  Math.floor((packed.getInt32(at) * 2 ** 32 + packed.getUint32(at + 4)) / 1_000_000) + secondsUntil2000

const secondsUntil2000 = Date.UTC(2000, 0) / 1_000

export const findLive = batched<AccessClaim, Live & SessionProof>(
  (claims) => query('findLive')`
    select asked.n::integer, ${live}, methods, extract(epoch from now() - authenticated_at)::float8 as "provenSecondsAgo",
      extract(epoch from now() - factor_proven_at)::float8 as "factorProvenSecondsAgo"
    from ${accessClaims(claims)}`,
)

/**
 * From now on, the refresh token that this pair replaced works for a few more seconds. A locked row is left for the
 * next use, or every request with its token would wait for it.
 */
export const noteFirstUse = (runner: Runner, used: readonly AccessClaim[]): Promise<void> =>
  eachServer(
    runner,
    used,
    (claims) =>
      run(runner, 'noteFirstUse')`
      update sessions
      set first_used_at = now()
      where ${unlocked(claims, sql`sessions.generation = asked.generation and first_used_at is null`)}`,
  )

/** Skips locked rows, too. */
export const noteUse = (runner: Runner, used: readonly AccessClaim[]): Promise<void> =>
  eachServer(
    runner,
    used,
    (claims) =>
      run(runner, 'noteUse')`
      update sessions
      set last_used_at = now()
      where ${unlocked(claims, sql`last_used_at < now() - interval '1 minute'`)}`,
  )

/** One statement, unless rows of several users lie on several servers. */
const eachServer = async (
  runner: Runner,
  claims: readonly AccessClaim[],
  work: (claims: readonly AccessClaim[]) => Promise<unknown>,
): Promise<void> => {
  if (!runner.isSpread?.()) await work(claims)
  else for (const claim of claims) await work([claim])
}

const unlocked = (claims: readonly AccessClaim[], isDue: Fragment): Fragment => {
  const [one] = claims
  const locked = sql`
    select sessions.user_id, sessions.id
    from ${askedBy(claims)}
    join sessions on sessions.user_id = asked.user_id and sessions.id = asked.id
    where ${isDue}
    for no key update of sessions skip locked`
  return claims.length === 1 && one
    ? sql`user_id = ${one.userId} and (user_id, id) in (${locked})`
    : sql`(user_id, id) in (${locked})`
}
