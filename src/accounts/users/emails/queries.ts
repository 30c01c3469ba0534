import { anyRow, firstRow, type Runner, run } from '../../../platform/db/db.ts'
import { UniqueViolation } from '../../../platform/db/failures.ts'
import { type Fragment, sql } from '../../../platform/db/sql.ts'
import { sweepOf } from '../../../platform/db/sweep.ts'
import { unavailable } from '../../../platform/errors.ts'

/** As typed, and the form that is unique. */
export type Address = { typed: string; canonical: string }

export type Mailbox = Address & { verifiedAt: Date | null }

const mailboxColumns = sql`typed, canonical, verified_at as "verifiedAt"`

/** A subquery for it. */
export const mailboxOf = (userId: Fragment): Fragment =>
  sql`select typed, canonical, verified_at is not null as "isProven" from emails where user_id = ${userId}`

const ownedMailbox = sql`user_id as id, typed as email, canonical, verified_at is not null as "emailVerified"`

/** A subquery for the mailbox of one account. */
export const mailboxById = (userId: string): Fragment =>
  sql`select ${ownedMailbox} from emails where user_id = ${userId}`

/** Which canonical addresses: one, or those that begin so, after one; in their order. */
export type AddressRange = { exactly?: string; prefix?: string; after?: string; limit: number }

/** A subquery for the mailboxes of accounts. The collation is "C", so that what begins so stands together in the index. */
export const mailboxesIn = ({ exactly, prefix = '', after = '', limit }: AddressRange): Fragment => {
  const range =
    exactly === undefined
      ? sql`canonical >= ${prefix} and canonical < ${prefix} || chr(1114111) and canonical > ${after}`
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

export const findMailbox = (runner: Runner, userId: string): Promise<Mailbox | undefined> =>
  firstRow(runner, 'findMailbox')`select ${mailboxColumns} from emails where user_id = ${userId}`

/** Until the transaction ends, nobody else can prove or change the address. */
export const lockMailbox = (runner: Runner, userId: string): Promise<Mailbox | undefined> =>
  firstRow(runner, 'lockMailbox')`
    select ${mailboxColumns} from emails where user_id = ${userId} for no key update`

export const findOwnerOf = (runner: Runner, canonical: string): Promise<{ userId: string } | undefined> =>
  firstRow(runner, 'findOwnerOf')`${emailOwner(canonical)}`

/** A subquery for the account that has an address. */
export const emailOwner = (canonical: string): Fragment =>
  sql`select user_id as "userId" from email_owners where canonical = ${canonical} and held_until is null`

/**
 * Until the transaction ends, nobody else can prove or change the address.
 * @throws 503 if the account that owns it has another one, or none: of a change on two servers, one half is still to come
 */
export const lockOwnerOf = async (
  runner: Runner,
  canonical: string,
): Promise<{ userId: string } | undefined> => {
  for (let tries = 0; tries < ownerTries; tries++) {
    const owner = await findOwnerOf(runner, canonical)
    if (!owner) return
    const mailbox = await lockMailbox(runner, owner.userId)
    // until it was locked, its owner could give it up
    if (mailbox?.canonical === canonical) return owner
  }
  throw halfOwned()
}

// each is another change of the address between two statements
const ownerTries = 3

/** An address has an owner who doesn't have it. */
export const halfOwned = (): Error =>
  unavailable(new Error('an address is owned by an account that does not have it'))

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
      insert into emails (canonical, user_id, typed, verified_at)
      values (${canonical}, ${userId}, ${typed}, case when ${isVerified}::boolean then now() end)`,
  ])

/**
 * Gives an account another address, and may hold its former one, so that a thief's change can be undone.
 * `verified_at` stays if this one is proven, too.
 * @param heldSeconds not at all if absent
 * @throws `UniqueViolation` if it is another account's, or held for one
 */
export const replaceEmail = async (
  runner: Runner,
  userId: string,
  { typed, canonical }: Address,
  { isProven, heldSeconds }: { isProven: boolean; heldSeconds?: number },
): Promise<void> => {
  const former = await findMailbox(runner, userId)
  await takeEmail(runner, userId, canonical)
  if (former && former.canonical !== canonical)
    await (heldSeconds === undefined
      ? freeEmails(runner, userId, [former.canonical])
      : holdEmail(runner, userId, former.canonical, heldSeconds))
  await run(runner, 'replaceEmail')`
    update emails
    set canonical = ${canonical}, typed = ${typed},
      verified_at = ${isProven ? sql`least(verified_at, now())` : sql`null`}
    where user_id = ${userId}`
}

/** The one statement that gives an address to an account: of simultaneous ones, the primary key lets one through. */
const takeEmail = async (runner: Runner, userId: string, canonical: string): Promise<void> => {
  const isTheirs = await anyRow(runner, 'takeEmail')`
    insert into email_owners as owner (canonical, user_id, taken_at)
    values (${canonical}, ${userId}, now())
    on conflict (canonical) do update
    set user_id = excluded.user_id, taken_at = excluded.taken_at, held_until = null
    where owner.user_id = excluded.user_id or owner.held_until <= excluded.taken_at
    returning canonical`
  if (!isTheirs) throw new UniqueViolation('email_owners_pkey', undefined)
}

/** Whether an address is another account's. The trigger for programs that know no owners calls it by their primary key. */
export const isEmailTaken = (error: unknown): boolean =>
  error instanceof UniqueViolation && ['email_owners_pkey', 'emails_pkey'].includes(error.constraint)

const holdEmail = (runner: Runner, userId: string, canonical: string, seconds: number) =>
  run(runner, 'holdEmail')`
    update email_owners
    set held_until = now() + make_interval(secs => ${seconds})
    where canonical = ${canonical} and user_id = ${userId}`

/** From now on, others can have them. @param onlyHeld not the present one */
export const freeEmails = async (
  runner: Runner,
  userId: string,
  canonicals: readonly string[],
  { onlyHeld = false }: { onlyHeld?: boolean } = {},
): Promise<void> => {
  if (canonicals.length > 0)
    await run(runner, 'freeEmails')`
      delete from email_owners
      where canonical = any(${canonicals}::text[]) and user_id = ${userId}
        and (held_until is not null or not ${onlyHeld}::boolean)`
}

/** Whether it is another account's, or held for one. */
export const isTaken = (runner: Runner, canonical: string, userId: string): Promise<boolean> =>
  anyRow(runner, 'isTaken')`
    select 1
    from email_owners
    where canonical = ${canonical}
      and (held_until is null or user_id <> ${userId} and held_until > now())`

/** @returns whether it was not proven before */
export const noteVerified = (runner: Runner, userId: string): Promise<boolean> =>
  anyRow(runner, 'noteVerified')`
    update emails
    set verified_at = now()
    where user_id = ${userId} and verified_at is null
    returning user_id`

export const sweepHeld = sweepOf(sql`email_owners`, { key: sql`canonical`, when: sql`held_until` })
