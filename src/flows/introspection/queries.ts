import { mailboxOf } from '../../accounts/users/emails/queries.ts'
import {
  joinStoredKey,
  keyColumns,
  keyLists,
  type PresentedKey,
  type StoredKey,
  storedKey,
} from '../../credentials/service-keys/queries.ts'
import { batched } from '../../platform/db/batched.ts'
import { many, type Runner } from '../../platform/db/db.ts'
import { type Fragment, query, type Statement, sql } from '../../platform/db/sql.ts'
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

const mailbox = sql`mailbox.typed as email, mailbox."isProven" as "isVerified"`
const ownMailbox = mailboxOf(sql`asked.user_id`)

/** The key that a service asks with, and what it asks about. */
export type KeyAndClaim = { key: PresentedKey; claim: AccessClaim }

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
        select * from (${ownMailbox}) as own where 'users:read' = any (scopes)
      ) as mailbox on true
    ) as token on true`,
)

type Placed = ToldToken & { n: number }

const tokensOf = (claims: readonly AccessClaim[], seesUsers: boolean): Statement<Placed> =>
  query('listTokens')`
    select asked.n::integer, ${liveToken}, ${seesUsers ? mailbox : sql`null as email, null as "isVerified"`}
    from ${accessClaims(claims)}
    ${seesUsers ? sql`left join lateral (${ownMailbox}) as mailbox on true` : sql``}`

const findToken = batched<AccessClaim, ToldToken>((claims) => tokensOf(claims, false))
const findTokenAndUser = batched<AccessClaim, ToldToken>((claims) => tokensOf(claims, true))

/** @returns those that work, each with its place, from 1 */
export const listTokens = async (
  runner: Runner,
  claims: readonly AccessClaim[],
  seesUsers: boolean,
): Promise<Placed[]> => {
  if (!runner.isSpread?.()) return many(runner, tokensOf(claims, seesUsers))
  const find = seesUsers ? findTokenAndUser : findToken
  const found = await Promise.all(claims.map((claim) => find(runner, claim)))
  return found.flatMap((token, index) => (token ? [{ ...token, n: index + 1 }] : []))
}
