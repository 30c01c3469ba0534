import { anyRow, firstRow, type Runner, run } from '../../../platform/db/db.ts'
import { type Fragment, sql } from '../../../platform/db/sql.ts'
import { sweepOf } from '../../../platform/db/sweep.ts'

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
export const mailboxesIn = ({ exactly, prefix = '', after = '', limit }: AddressRange): Fragment =>
  exactly === undefined
    ? sql`
      select ${ownedMailbox}
      from emails
      where canonical >= ${prefix} and canonical < ${prefix} || chr(1114111) and canonical > ${after}
        and user_id is not null
      order by canonical
      limit ${limit}`
    : sql`select ${ownedMailbox} from emails where canonical = ${exactly} and user_id is not null`

export const findMailbox = (runner: Runner, userId: string): Promise<Mailbox | undefined> =>
  firstRow(runner, 'findMailbox')`select ${mailboxColumns} from emails where user_id = ${userId}`

/** Until the transaction ends, nobody else can prove or change the address. */
export const lockMailbox = (runner: Runner, userId: string): Promise<Mailbox | undefined> =>
  firstRow(runner, 'lockMailbox')`
    select ${mailboxColumns} from emails where user_id = ${userId} for no key update`

export const findOwnerOf = (runner: Runner, canonical: string): Promise<{ userId: string } | undefined> =>
  firstRow(runner, 'findOwnerOf')`select user_id as "userId" from emails where ${isOwned(canonical)}`

/** Until the transaction ends, nobody else can prove or change the address. */
export const lockOwnerOf = (runner: Runner, canonical: string): Promise<{ userId: string } | undefined> =>
  firstRow(runner, 'lockOwnerOf')`
    select user_id as "userId" from emails where ${isOwned(canonical)} for no key update`

const isOwned = (canonical: string): Fragment => sql`canonical = ${canonical} and user_id is not null`

/** @throws `UniqueViolation` if the address is another account's, or reserved for one */
export const insertEmail = (
  runner: Runner,
  userId: string,
  { typed, canonical }: Address,
  isVerified: boolean,
): Promise<unknown> =>
  Promise.all([
    releaseEmail(runner, canonical),
    run(runner, 'insertEmail')`
      insert into emails (canonical, user_id, typed, verified_at)
      values (${canonical}, ${userId}, ${typed}, case when ${isVerified}::boolean then now() end)`,
  ])

/**
 * Gives an account another address, and may reserve its former one, so that a thief's change can be undone.
 * `verified_at` stays if this one is proven, too.
 * @param reservedSeconds not at all if absent
 * @throws `UniqueViolation` if it is another account's, or reserved for one
 */
export const replaceEmail = async (
  runner: Runner,
  userId: string,
  { typed, canonical }: Address,
  { isProven, reservedSeconds }: { isProven: boolean; reservedSeconds?: number },
): Promise<void> => {
  const former = await findMailbox(runner, userId)
  await releaseEmail(runner, canonical, userId)
  await run(runner, 'replaceEmail')`
    update emails
    set canonical = ${canonical}, typed = ${typed},
      verified_at = case when ${isProven}::boolean then coalesce(verified_at, now()) end
    where user_id = ${userId}`
  if (former && reservedSeconds !== undefined) await reserveEmail(runner, userId, former, reservedSeconds)
}

const reserveEmail = (runner: Runner, userId: string, { typed, canonical }: Address, seconds: number) =>
  run(runner, 'reserveEmail')`
    insert into emails (canonical, typed, reserved_for, reserved_until)
    values (${canonical}, ${typed}, ${userId}, now() + make_interval(secs => ${seconds}))`

/** Ends an expired reservation, or one for this user. */
const releaseEmail = (runner: Runner, canonical: string, userId?: string) =>
  run(runner, 'releaseEmail')`
    delete from emails
    where canonical = ${canonical} and (reserved_until <= now() or reserved_for = ${userId ?? null}::uuid)`

/** Whether it is another account's, or reserved for one. */
export const isTaken = (runner: Runner, canonical: string, userId: string): Promise<boolean> =>
  anyRow(runner, 'isTaken')`
    select
    from emails
    where canonical = ${canonical} and (user_id is not null or reserved_for <> ${userId} and reserved_until > now())`

/** @param but those to keep */
export const deleteReservations = (runner: Runner, userId: string, but: string[] = []): Promise<unknown> =>
  run(runner, 'deleteReservations')`
    delete from emails
    where reserved_for = ${userId} and canonical <> all(${but}::text[])`

/** @returns whether it was not proven before */
export const noteVerified = (runner: Runner, userId: string): Promise<boolean> =>
  anyRow(runner, 'noteVerified')`
    update emails
    set verified_at = now()
    where user_id = ${userId} and verified_at is null
    returning user_id`

export const sweepReservations = sweepOf(sql`emails`, { key: sql`canonical`, when: sql`reserved_until` })
