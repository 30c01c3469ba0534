import { epochOf } from '../../accounts/users/queries.ts'
import { anyRow, firstRow, onlyRow, type Runner, run } from '../../platform/db/db.ts'
import { type Fragment, sql } from '../../platform/db/sql.ts'

/** Together, one person for ever. */
export type IdentityKey = { provider: string; subject: string }

export const findByIdentity = (
  runner: Runner,
  { provider, subject }: IdentityKey,
): Promise<{ userId: string; epoch: number } | undefined> =>
  firstRow(runner, 'findByIdentity')`
    select identities.user_id as "userId", (${epochOf(sql`identities.user_id`)}) as epoch
    from identities
    where provider = ${provider} and subject = ${subject}`

export type IdentityRow = { provider: string; subject: string; email: string | null; linkedAt: Date }

const columns = sql`provider, subject, email, linked_at as "linkedAt"`

export const insertIdentity = (
  runner: Runner,
  userId: string,
  { provider, subject, email }: IdentityKey & { email: string | undefined },
): Promise<IdentityRow> =>
  onlyRow(runner, 'insertIdentity')`
    insert into identities (provider, subject, user_id, email)
    values (${provider}, ${subject}, ${userId}, ${email ?? null})
    returning ${columns}`

/** Oldest link first. */
export const listIdentities = (runner: Runner, userId: string): Promise<IdentityRow[]> =>
  run(runner, 'listIdentities')`
    select ${columns} from identities where user_id = ${userId} order by linked_at, provider`

/** Whether a user has one, as an SQL condition. */
export const hasIdentity = (userId: Fragment): Fragment =>
  sql`exists (select from identities where user_id = ${userId})`

/** A subquery for the list of a user's providers. */
export const providerNamesOf = (userId: Fragment): Fragment =>
  sql`array(select provider from identities where user_id = ${userId} order by provider)`

/** @returns whether it was linked */
export const deleteIdentity = (runner: Runner, userId: string, provider: string): Promise<boolean> =>
  anyRow(runner, 'deleteIdentity')`
    delete from identities
    where user_id = ${userId} and provider = ${provider}
    returning provider`

type Linked = { since?: Date; before?: Date }

/** Those linked since or before a time, or all. @returns the providers */
export const deleteIdentities = async (
  runner: Runner,
  userId: string,
  { since, before }: Linked = {},
): Promise<string[]> => {
  const rows = await run(runner, 'deleteIdentities')<{ provider: string }>`
    delete from identities
    where user_id = ${userId} and linked_at >= coalesce(${since ?? null}, '-infinity'::timestamptz)
      and linked_at < coalesce(${before ?? null}, 'infinity'::timestamptz)
    returning provider`
  return rows.map(({ provider }) => provider).sort()
}
