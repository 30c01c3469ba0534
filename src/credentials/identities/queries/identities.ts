import { isSuspect, type Maker, madeBy, type Suspicion } from '#accounts/users/queries/suspects.ts'
import { findEpoch } from '#accounts/users/queries/users.ts'
import { elsewhere, firstRow, onlyRow, type Runner, run } from '#platform/db/db.ts'
import { sealingOf } from '#platform/db/seal-rows.ts'
import { ifGenuine, macOf } from '#platform/db/sealing.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'

/** Together, they identify a person for ever. */
export type IdentityKey = { provider: string; subject: string }

const valuesOf = (userId: string, { provider, subject }: IdentityKey) => [userId, provider, subject]

export const identitySealing = sealingOf(sql`identities`, {
  kind: 'identity',
  key: sql`user_id, provider`,
  values: sql`user_id, provider, subject`,
})

/** Undefined for a planted one, too. */
export const findByIdentity = async (
  runner: Runner,
  { provider, subject }: IdentityKey,
): Promise<{ userId: string; epoch: number } | undefined> => {
  const owner = await firstRow(runner, 'findIdentityOwner')<{ userId: string }>`
    select user_id as "userId" from identity_owners where subject = ${subject} and provider = ${provider}`
  if (!owner) return
  const { userId } = owner
  const [row, epoch] = await Promise.all([
    firstRow(runner, 'findIdentity')<{ mac: Uint8Array | null }>`
      select mac from identities
      where user_id = ${userId} and provider = ${provider} and subject = ${subject}`,
    findEpoch(runner, userId),
  ])
  const isLinked = ifGenuine(runner, 'identity', row, () => valuesOf(userId, { provider, subject }))
  return isLinked && epoch !== undefined ? { userId, epoch } : undefined
}

/** Whose these are; of those that are nobody's, none. */
export const listIdentityOwners = (
  runner: Runner,
  keys: readonly IdentityKey[],
): Promise<(IdentityKey & { userId: string })[]> =>
  run(runner, 'listIdentityOwners')`
    select provider, subject, user_id as "userId"
    from identity_owners
    where subject = any(${keys.map(({ subject }) => subject)}::text[]) and (subject, provider) in (
      select * from unnest(${keys.map(({ subject }) => subject)}::text[], ${keys.map(({ provider }) => provider)}::text[])
    )`

export type IdentityRow = { provider: string; subject: string; email: string | null; linkedAt: Date }

const columns = sql`provider, subject, email, linked_at as "linkedAt"`

/**
 * @param maker the session that it was linked in, if it was in one
 * @throws `UniqueViolation` if it is another account's, or the account has one of this provider
 */
export const insertIdentity = async (
  runner: Runner,
  userId: string,
  { provider, subject, email }: IdentityKey & { email: string | undefined },
  maker?: Maker,
): Promise<IdentityRow> => {
  const [, row] = await Promise.all([
    run(elsewhere(runner), 'insertIdentityOwner')`
      insert into identity_owners (provider, subject, user_id) values (${provider}, ${subject}, ${userId})`,
    onlyRow(runner, 'insertIdentity')<IdentityRow>`
      insert into identities (provider, subject, user_id, email, session_id, session_opened_at, mac)
      values (${provider}, ${subject}, ${userId}, ${email ?? null}, ${madeBy(maker)},
        ${macOf(runner, 'identity', valuesOf(userId, { provider, subject }))})
      returning ${columns}`,
  ])
  return row
}

/** Oldest link first. @param but suspect ones */
export const listIdentities = (runner: Runner, userId: string, but?: Suspicion): Promise<IdentityRow[]> =>
  run(runner, 'listIdentities')`
    select ${columns}
    from identities
    where user_id = ${userId} and ${but ? sql`not ${isSuspect(sql`linked_at`, but)}` : sql`true`}
    order by linked_at, provider`

/** Whether a user has one, as an SQL condition. */
export const hasIdentity = (userId: Fragment): Fragment =>
  sql`exists (select 1 from identities where user_id = ${userId})`

/** The same for one of some providers. */
export const hasIdentityAmong = (userId: Fragment, providers: readonly string[]): Fragment =>
  sql`exists (select 1 from identities where user_id = ${userId} and provider = any(${providers}::text[]))`

/** A subquery for a list of a user's, in JSON. */
export const identitiesJsonOf = (userId: Fragment): Fragment => sql`
  (select coalesce(json_agg(json_build_object('provider', provider, 'subject', subject, 'email', email) order by provider), '[]')
  from identities
  where user_id = ${userId})`

/** A subquery for the list of a user's providers. */
export const providerNamesOf = (userId: Fragment): Fragment =>
  sql`array(select provider from identities where user_id = ${userId} order by provider)`

/** @returns whether it was linked */
export const deleteIdentity = async (runner: Runner, userId: string, provider: string): Promise<boolean> => {
  const deleted = await run(runner, 'deleteIdentity')<IdentityKey>`
    delete from identities
    where user_id = ${userId} and provider = ${provider}
    returning provider, subject`
  await deleteIdentityOwners(runner, userId, deleted)
  return deleted.length > 0
}

/** Those that are suspect, or were linked before a time. */
type Linked = { suspicion?: Suspicion; before?: Date }

/** Some of them, or all. @returns the providers */
export const deleteIdentities = async (
  runner: Runner,
  userId: string,
  { suspicion, before }: Linked = {},
): Promise<string[]> => {
  const deleted = await run(runner, 'deleteIdentities')<IdentityKey>`
    delete from identities
    where user_id = ${userId} and ${suspicion ? isSuspect(sql`linked_at`, suspicion) : sql`true`}
      and linked_at < coalesce(${before ?? null}, 'infinity'::timestamptz)
    returning provider, subject`
  await deleteIdentityOwners(runner, userId, deleted)
  return deleted.map(({ provider }) => provider).sort()
}

const deleteIdentityOwners = (runner: Runner, userId: string, keys: readonly IdentityKey[]) =>
  Promise.all(
    keys.map(
      ({ provider, subject }) => run(elsewhere(runner), 'deleteIdentityOwner')`
        delete from identity_owners
        where subject = ${subject} and provider = ${provider} and user_id = ${userId}`,
    ),
  )
