import { mailboxOf } from '#accounts/users/queries/emails.ts'
import {
  findServiceKey,
  isWrongKey,
  joinStoredKey,
  keyColumns,
  keyLists,
  type PresentedKey,
  type StoredKey,
  storedKey,
} from '#credentials/service-keys/queries.ts'
import { batched } from '#platform/db/batched.ts'
import type { Runner } from '#platform/db/db.ts'
import { integers } from '#platform/db/lists.ts'
import { type Fragment, query, sql } from '#platform/db/sql.ts'
import {
  type AccessClaim,
  claimColumns,
  claimLists,
  isWhole,
  joinClaimed,
  type LiveToken,
  liveToken,
  packedLiveToken,
  secondsOf,
  sessionOfClaim,
} from '#sessions/queries/access.ts'

/** The mailbox is null for those who may not see it. */
export type ToldToken = LiveToken & {
  externalId: string | null
  email: string | null
  isVerified: boolean | null
}

/** With its place in what was asked, from 1. */
type PlacedToken = ToldToken & { n: number }

const seesUsers = sql`'users:read' = any (scopes)`

/** The key that a service asks with, and what it asks about. */
type KeyAndClaim = { key: PresentedKey; claim: AccessClaim }

/** What a token tells, or nothing. */
type Told = ToldToken | { [Column in keyof ToldToken]: null }

const keysAndClaims = (asked: readonly KeyAndClaim[]): Fragment => {
  const [one] = asked
  // Citus has to see whose it is
  if (asked.length === 1 && one)
    return sql`(select ${claimColumns(one.claim)}, ${keyColumns(one.key)}, 1 as n) as asked`
  const [userIds, ids, generations] = claimLists(asked.map(({ claim }) => claim))
  return sql`
    unnest(${userIds}, ${ids}, ${generations}, ${keyLists(asked.map(({ key }) => key))})
      with ordinality as asked (user_id, id, generation, key_id, key_digest, n)`
}

/** Both in one round trip, because every request of every other service may bring one. */
export const findKeyAndToken = batched<KeyAndClaim, StoredKey & Told>(
  (asked) => query('findKeyAndToken')`
    select asked.n::integer, ${storedKey}, token.*
    from ${keysAndClaims(asked)}
    ${joinStoredKey}
    left join lateral (
      select ${liveToken}, account.external_id as "externalId", mailbox.typed as email, mailbox."isProven" as "isVerified"
      from ${sessionOfClaim}
      left join lateral (
        select * from (${mailboxOf(sql`asked.user_id`)}) as own where ${seesUsers}
      ) as mailbox on true
      where ${isWhole}
    ) as token on true`,
)

/** The key that a service asks with, and all that it asks about: at least one token. */
type KeyAndClaims = { key: PresentedKey; claims: readonly AccessClaim[] }

/** The key, if there is one with this id, and those of the tokens that work. */
type KeyAndTokens = { found: StoredKey | undefined; tokens: PlacedToken[] }

/** As `findKeyAndToken`, for one key and several tokens. */
export const findKeyAndTokens = async (
  runner: Runner,
  { key, claims }: KeyAndClaims,
): Promise<KeyAndTokens> => {
  if (runner.isSpread?.()) {
    // a made-up key costs one look-up, not one for each token
    const asking = await findServiceKey(runner, key)
    if (!asking || asking.fault) return { found: asking, tokens: [] }
    const found = await Promise.all(claims.map((claim) => findKeyAndToken(runner, { key, claim })))
    return {
      found: found[0],
      tokens: found.flatMap((told, at) => (told?.seed ? [{ ...told, n: at + 1 }] : [])),
    }
  }
  const found = await findPacked(runner, { key, claims })
  return { found, tokens: found?.packed && found.texts !== null ? readTokens(found.packed, found.texts) : [] }
}

type PackedTokens = { packed: Uint8Array | null; texts: string | null }

/** How many requests share a statement: the service reads what one tells while PostgreSQL works on the next. */
const sharing = { atOnce: 4 }

const findPacked = batched<KeyAndClaims, StoredKey & PackedTokens>((asked) => {
  const [userIds, ids, generations] = claimLists(asked.flatMap(({ claims }) => claims))
  const lasts = runningSums(asked.map(({ claims }) => claims.length))
  return query('findKeyAndTokens')`
    select asked.n::integer, ${storedKey}, told.*
    from unnest(${keyLists(asked.map(({ key }) => key))}, ${integers([0, ...lasts.slice(0, -1)])}, ${integers(lasts)})
      with ordinality as asked (key_id, key_digest, before, last, n)
    ${joinStoredKey}
    left join lateral (
      select ${asOneRow}
      from (
        select n, ${packedLiveToken}, account.external_id, case when ${seesUsers} then (${mailboxText}) end as mailbox
        from unnest((${userIds})[before + 1:last], (${ids})[before + 1:last], (${generations})[before + 1:last])
          with ordinality as asked (user_id, id, generation, n)
        ${joinClaimed}
        where ${isWhole}
      ) as token
      where not (${isWrongKey})
    ) as told on true`
}, sharing)

const runningSums = (numbers: readonly number[]): number[] => {
  let sum = 0
  return numbers.map((number) => (sum += number))
}

// in no column: methods are names, and neither addresses nor external ids have control characters
const [columnEnd, rowEnd] = ['\x1f', '\x1e']

const mailboxText = sql`
  select concat_ws(${columnEnd}, typed, "isProven") from (${mailboxOf(sql`asked.user_id`)}) as mailbox`

/**
 * Many tokens as one row, because the driver takes three times as long for a hundred. Bytes where it can be, which PostgreSQL
 * writes in half the time of text. The first second of 1970 stands for no instant.
 */
const asOneRow = sql`
  string_agg(
    int4send(n::integer) || "provenAt" || coalesce("issuedAt", timestamptz_send('epoch')) || "endsAt" || seed,
    ''
  ) as packed,
  string_agg(concat_ws(${columnEnd}, coalesce(unnoted, ''), methods, coalesce(external_id, ''), mailbox), ${rowEnd}) as texts`

const seedBytes = 32
const at = { n: 0, provenAt: 4, issuedAt: 12, endsAt: 20, seed: 28 }
const rowBytes = at.seed + seedBytes

const readTokens = (packed: Uint8Array, texts: string): PlacedToken[] => {
  const numbers = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  return texts.split(rowEnd).map((text, row) => {
    const start = row * rowBytes
    const [unnoted, methods = '', externalId = '', email = null, isVerified] = text.split(columnEnd)
    return {
      n: numbers.getInt32(start + at.n),
      seed: packed.subarray(start + at.seed, start + rowBytes),
      unnoted: (unnoted || null) as ToldToken['unnoted'],
      methods,
      externalId: externalId || null,
      provenAt: secondsOf(numbers, start + at.provenAt),
      issuedAt: secondsOf(numbers, start + at.issuedAt) || null,
      endsAt: secondsOf(numbers, start + at.endsAt),
      email,
      isVerified: email === null ? null : isVerified === 't',
    }
  })
}
