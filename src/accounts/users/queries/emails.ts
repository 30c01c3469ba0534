import { anyRow, firstRow, type Runner, run } from '#platform/db/db.ts'
import { sealingOf } from '#platform/db/seal-rows.ts'
import { isGenuine, macOf } from '#platform/db/sealing.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { holdEmail, takeEmail } from './email-owners.ts'

/** As typed, and in the unique form. */
export type Address = { typed: string; canonical: string }

export type Mailbox = Address & { verifiedAt: Date | null }

export type FoundMailbox = Mailbox & {
  /** Whether a holder of the key gave the account this address. Nothing that opens the account is sent elsewhere. */
  isGenuine(): boolean
}

const mailboxColumns = sql`typed, canonical, verified_at as "verifiedAt", mac`

const judged = (
  runner: Runner,
  userId: string,
  row: (Mailbox & { mac: Uint8Array | null }) | undefined,
): FoundMailbox | undefined => {
  if (!row) return
  const { mac, ...mailbox } = row
  return { ...mailbox, isGenuine: () => isGenuine(runner, 'email', valuesOf(userId, mailbox), mac) }
}

const valuesOf = (userId: string, { canonical, typed }: Address) => [userId, canonical, typed]

export const emailSealing = sealingOf(sql`emails`, {
  kind: 'email',
  values: sql`user_id, canonical, typed`,
})

/** A subquery for it. */
export const mailboxOf = (userId: Fragment): Fragment =>
  sql`select typed, canonical, verified_at is not null as "isProven" from emails where user_id = ${userId}`

/** A subquery of the same form. A link alone proves little: whoever pressed its button may not be who registered. */
export const surelyProvenMailboxOf = (userId: Fragment): Fragment => sql`
  select typed, canonical, verified_at is not null and not only_by_link as "isProven"
  from emails where user_id = ${userId}`

/** Whether somebody has proven the mailbox of a user, as an SQL condition. */
export const hasProvenMailbox = (userId: Fragment): Fragment =>
  sql`exists (select 1 from emails where emails.user_id = ${userId} and verified_at is not null)`

/** Whether nobody has proven the mailbox of a user, as an SQL condition. */
export const isUnproven = (userId: Fragment): Fragment =>
  sql`exists (select 1 from emails where emails.user_id = ${userId} and verified_at is null)`

const ownedMailbox = sql`user_id as id, typed as email, canonical, verified_at is not null as "emailVerified"`

/** A subquery for the mailbox of one account. */
export const mailboxById = (userId: string): Fragment =>
  sql`select ${ownedMailbox} from emails where user_id = ${userId}`

/** A subquery for the mailboxes of some accounts. */
export const mailboxesOf = (userIds: readonly string[]): Fragment =>
  sql`select ${ownedMailbox} from emails where user_id = any(${userIds}::uuid[])`

/** Which canonical addresses: one, or those with a prefix, after a given one; in order. */
export type AddressRange = { exactly?: string; prefix?: string; after?: string; limit: number }

// beyond any possible address; built here, because databases of some encodings cannot
const last = '\u{10ffff}'

/** A subquery for the mailboxes of accounts. Collation "C" keeps addresses with a common beginning adjacent. */
export const mailboxesIn = ({ exactly, prefix = '', after = '', limit }: AddressRange): Fragment => {
  const range =
    exactly === undefined
      ? sql`canonical >= ${prefix} and canonical < ${prefix + last} and canonical > ${after}`
      : sql`canonical = ${exactly}`
  return sql`
    select ${ownedMailbox}
    from (
      select user_id as owner_id
      from email_owners
      where ${range} and held_until is null
      order by canonical
      limit ${limit}
    ) as owners
    join emails on user_id = owner_id`
}

export const findMailbox = async (runner: Runner, userId: string): Promise<FoundMailbox | undefined> =>
  judged(
    runner,
    userId,
    await firstRow(runner, 'findMailbox')`select ${mailboxColumns} from emails where user_id = ${userId}`,
  )

/** Until the transaction ends, nobody else can prove or change the address. */
export const lockMailbox = async (runner: Runner, userId: string): Promise<FoundMailbox | undefined> =>
  judged(
    runner,
    userId,
    await firstRow(runner, 'lockMailbox')`
      select ${mailboxColumns} from emails where user_id = ${userId} for no key update`,
  )

/** @throws `UniqueViolation` if the address is another account's, or held for one */
export const insertEmail = (
  runner: Runner,
  userId: string,
  { typed, canonical }: Address,
  isVerified: boolean,
): Promise<unknown> =>
  Promise.all([
    takeEmail(runner, userId, canonical),
    run(runner, 'insertEmail')`
      insert into emails (canonical, user_id, typed, verified_at, mac)
      values (${canonical}, ${userId}, ${typed}, case when ${isVerified}::boolean then now() end,
        ${macOf(runner, 'email', valuesOf(userId, { typed, canonical }))})`,
  ])

/**
 * Gives an account another address, and reserves its former one, so that a thief's change can be undone.
 * `verified_at` stays if this one is proven, too.
 * @throws `UniqueViolation` if it is another account's, or held for one
 */
export const replaceEmail = async (
  runner: Runner,
  userId: string,
  { typed, canonical }: Address,
  { isProven, onlyByLink, heldSeconds }: { isProven: boolean; onlyByLink: boolean; heldSeconds: number },
): Promise<void> => {
  const former = await findMailbox(runner, userId)
  await takeEmail(runner, userId, canonical)
  if (former && former.canonical !== canonical) await holdEmail(runner, userId, former.canonical, heldSeconds)
  await run(runner, 'replaceEmail')`
    update emails
    set canonical = ${canonical}, typed = ${typed}, only_by_link = ${onlyByLink},
      mac = ${macOf(runner, 'email', valuesOf(userId, { typed, canonical }))},
      verified_at = ${isProven ? sql`least(verified_at, now())` : sql`null`}
    where user_id = ${userId}`
}

/**
 * @param onlyByLink whether there is no sign of the account's own browser
 * @returns whether it was not proven before
 */
export const noteVerified = (
  runner: Runner,
  userId: string,
  { onlyByLink = false }: { onlyByLink?: boolean } = {},
): Promise<boolean> =>
  anyRow(runner, 'noteVerified')`
    update emails
    set verified_at = now(), only_by_link = ${onlyByLink}
    where user_id = ${userId} and verified_at is null
    returning user_id`

/** The mailbox's owner has shown up. @returns whether only a link had proven it so far */
export const noteOwned = (runner: Runner, userId: string): Promise<boolean> =>
  anyRow(runner, 'noteOwned')`
    update emails
    set only_by_link = false
    where user_id = ${userId} and only_by_link
    returning user_id`
