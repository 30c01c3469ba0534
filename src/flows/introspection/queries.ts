import { mailboxOf } from '../../accounts/users/emails/queries.ts'
import {
  findServiceKey,
  isWrongKey,
  joinStoredKey,
  keyColumns,
  keyLists,
  type PresentedKey,
  type StoredKey,
  storedKey,
} from '../../credentials/service-keys/queries.ts'
import { batched } from '../../platform/db/batched.ts'
import { first, type Runner } from '../../platform/db/db.ts'
import { type Fragment, query, sql } from '../../platform/db/sql.ts'
import {
  type AccessClaim,
  accessClaims,
  claimColumns,
  claimLists,
  type LiveToken,
  liveToken,
  sessionOfClaim,
} from '../../sessions/access/queries.ts'

/** The mailbox is null for those who may not see it. */
export type ToldToken = LiveToken & { email: string | null; isVerified: boolean | null }

/** With its place in what was asked, from 1. */
type PlacedToken = ToldToken & { n: number }

const mailbox = sql`mailbox.typed as email, mailbox."isProven" as "isVerified"`
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
  return sql`
    unnest(${claimLists(asked.map(({ claim }) => claim))}, ${keyLists(asked.map(({ key }) => key))})
      with ordinality as asked (user_id, id, generation, key_id, key_digest, n)`
}

/** Both in one round trip, because every request of every other service may bring one. */
export const findKeyAndToken = batched<KeyAndClaim, StoredKey & Told>(
  (asked) => query('findKeyAndToken')`
    select asked.n::integer, ${storedKey}, token.*
    from ${keysAndClaims(asked)}
    ${joinStoredKey}
    left join lateral (
      select ${liveToken}, ${mailbox}
      from ${sessionOfClaim}
      left join lateral (
        select * from (${mailboxOf(sql`asked.user_id`)}) as own where ${seesUsers}
      ) as mailbox on true
    ) as token on true`,
)

/** The key, if there is one with this id, and those of the tokens that work. */
type KeyAndTokens = { found: StoredKey | undefined; tokens: PlacedToken[] }

/** As `findKeyAndToken`, for one key and at least one token. */
export const findKeyAndTokens = async (
  runner: Runner,
  key: PresentedKey,
  claims: readonly AccessClaim[],
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
  const found = await first(runner, keyAndTokens(key, claims))
  return { found, tokens: readTokens(found?.tokens) }
}

const keyAndTokens = (key: PresentedKey, claims: readonly AccessClaim[]) =>
  query('findKeyAndTokens')<StoredKey & { tokens: string | null }>`
    select ${storedKey}, told.text as tokens
    from (select ${keyColumns(key)}) as asked
    ${joinStoredKey}
    left join lateral (
      select ${asOneText} as text
      from (
        select n, ${liveToken}, ${mailbox}
        from ${accessClaims(claims)}
        left join lateral (${mailboxOf(sql`case when ${seesUsers} then asked.user_id end`)}) as mailbox on true
      ) as token
      where not (${isWrongKey})
    ) as told on true`

// in no column: methods are names, and addresses have no control characters
const [columnEnd, rowEnd] = ['\x1f', '\x1e']

/**
 * Many tokens as one text, because the driver takes three times as long for a hundred rows. `concat_ws` leaves nulls out:
 * only the last two columns may be.
 */
const asOneText = sql`
  string_agg(
    concat_ws(${columnEnd}, n, encode(seed, 'hex'), coalesce(unnoted, ''), methods, "provenAt",
      coalesce("issuedAt"::text, ''), "endsAt", email, "isVerified"),
    ${rowEnd}
  )`

const readTokens = (text: string | null | undefined): PlacedToken[] =>
  text?.split(rowEnd).map(readToken) ?? []

const readToken = (row: string): PlacedToken => {
  const [n, seed = '', unnoted, methods = '', provenAt, issuedAt, endsAt, email = null, isVerified] =
    row.split(columnEnd)
  return {
    n: Number(n),
    seed: Buffer.from(seed, 'hex'),
    unnoted: (unnoted || null) as ToldToken['unnoted'],
    methods,
    provenAt: Number(provenAt),
    issuedAt: issuedAt ? Number(issuedAt) : null,
    endsAt: Number(endsAt),
    email,
    isVerified: email === null ? null : isVerified === 't',
  }
}
