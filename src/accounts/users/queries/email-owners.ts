import { anyRow, elsewhere, firstRow, type Runner, run } from '#platform/db/db.ts'
import { UniqueViolation } from '#platform/db/failures.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'

export const findOwnerOf = (runner: Runner, canonical: string): Promise<{ userId: string } | undefined> =>
  firstRow(runner, 'findOwnerOf')`${emailOwner(canonical)}`

/** A subquery for the account that has an address. */
export const emailOwner = (canonical: string): Fragment =>
  sql`select user_id as "userId" from email_owners where canonical = ${canonical} and held_until is null`

/** The only statement that gives an address to an account: of simultaneous ones, the primary key admits one. */
export const takeEmail = async (runner: Runner, userId: string, canonical: string): Promise<void> => {
  const isTheirs = await anyRow(elsewhere(runner), 'takeEmail')`
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

export const holdEmail = (runner: Runner, userId: string, canonical: string, seconds: number) =>
  run(elsewhere(runner), 'holdEmail')`
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
    await run(elsewhere(runner), 'freeEmails')`
      delete from email_owners
      where canonical = any(${canonicals}::text[]) and user_id = ${userId}
        and (held_until is not null or not ${onlyHeld}::boolean)`
}

type EmailOwner = { canonical: string; userId: string; isHeld: boolean }

/** The owners of these addresses, or whom they are reserved for; free ones are left out. */
export const listEmailOwners = (runner: Runner, canonicals: readonly string[]): Promise<EmailOwner[]> =>
  run(runner, 'listEmailOwners')`
    select canonical, user_id as "userId", held_until is not null as "isHeld"
    from email_owners
    where canonical = any(${canonicals}::text[]) and (held_until is null or held_until > now())`

/** Whether it is another account's, or reserved for one. */
export const isTaken = (runner: Runner, canonical: string, userId: string): Promise<boolean> =>
  anyRow(runner, 'isTaken')`
    select 1
    from email_owners
    where canonical = ${canonical}
      and (held_until is null or user_id <> ${userId} and held_until > now())`

export const sweepHeld = sweepOf(sql`email_owners`, { key: sql`canonical`, when: sql`held_until` })
