import { anyRow, firstRow, type Runner, run } from '../../../platform/db/db.ts'
import { type Fragment, sql } from '../../../platform/db/sql.ts'
import { sweepOf } from '../../../platform/db/sweep.ts'

/** An address as it was typed, and the one form that it is known by. */
export type Address = { typed: string; canonical: string }

/** Where a user gets mail, and since when it is known that the mailbox is theirs. */
export type Mailbox = Address & { verifiedAt: Date | null }

const mailboxColumns = sql`typed, canonical, verified_at as "verifiedAt"`

/** Selects a user's mailbox, for a statement that writes down where somebody is to be told something. */
export const mailboxOf = (userId: Fragment): Fragment =>
  sql`select typed, canonical, verified_at is not null as "isProven" from emails where user_id = ${userId}`

export const findMailbox = (runner: Runner, userId: string): Promise<Mailbox | undefined> =>
  firstRow(runner, 'findMailbox')`select ${mailboxColumns} from emails where user_id = ${userId}`

/** The same, and until the transaction ends nobody else can prove the address or change it. */
export const lockMailbox = (runner: Runner, userId: string): Promise<Mailbox | undefined> =>
  firstRow(runner, 'lockMailbox')`
    select ${mailboxColumns} from emails where user_id = ${userId} for no key update`

/** Whose address it is. */
export const findOwnerOf = (runner: Runner, canonical: string): Promise<{ userId: string } | undefined> =>
  firstRow(runner, 'findOwnerOf')`select user_id as "userId" from emails where ${isOwned(canonical)}`

/** The same. Until the transaction ends, nobody else can prove the address, or take it away. */
export const lockOwnerOf = (runner: Runner, canonical: string): Promise<{ userId: string } | undefined> =>
  firstRow(runner, 'lockOwnerOf')`
    select user_id as "userId" from emails where ${isOwned(canonical)} for no key update`

const isOwned = (canonical: string): Fragment => sql`canonical = ${canonical} and user_id is not null`

/**
 * Gives a new account its address.
 *
 * @param isVerified whether somebody has proven already that the mailbox is theirs
 * @throws `UniqueViolation` when it is another account's, or reserved for one
 */
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
 * Gives an account another address, and reserves the one that it had, so that a thief's change can be undone. Keeps since
 * when the mailbox is proven, or clears it if this one is not.
 *
 * @param reservedSeconds how long nobody else can have the address before; not at all where there is none
 * @throws `UniqueViolation` when the address is another account's, or reserved for one
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

/** Makes an address free whose reservation is over, or for this very user. */
const releaseEmail = (runner: Runner, canonical: string, userId?: string) =>
  run(runner, 'releaseEmail')`
    delete from emails
    where canonical = ${canonical} and (reserved_until <= now() or reserved_for = ${userId ?? null}::uuid)`

/** Whether an address is another account's, or reserved for one. */
export const isTaken = (runner: Runner, canonical: string, userId: string): Promise<boolean> =>
  anyRow(runner, 'isTaken')`
    select
    from emails
    where canonical = ${canonical} and (user_id is not null or reserved_for <> ${userId} and reserved_until > now())`

/** Reserves no address any more for a user, or only those that are still wanted. */
export const deleteReservations = (runner: Runner, userId: string, but: string[] = []): Promise<unknown> =>
  run(runner, 'deleteReservations')`
    delete from emails
    where reserved_for = ${userId} and canonical <> all(${but}::text[])`

/** Notes that somebody has proven that the mailbox is theirs. @returns whether that was not known before */
export const noteVerified = (runner: Runner, userId: string): Promise<boolean> =>
  anyRow(runner, 'noteVerified')`
    update emails
    set verified_at = now()
    where user_id = ${userId} and verified_at is null
    returning user_id`

/** Sweeps reservations that are over. */
export const sweepReservations = sweepOf(sql`emails`, { key: sql`canonical`, when: sql`reserved_until` })
