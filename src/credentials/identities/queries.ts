import { first, many, type Runner } from '../../platform/db/db.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'

/** Somebody at another provider: the two together are one person, for ever. */
export type IdentityKey = { provider: string; subject: string }

/** Whom a provider's subject leads to, and the user's epoch. */
export const findByIdentity = (
  runner: Runner,
  { provider, subject }: IdentityKey,
): Promise<{ userId: string; epoch: number } | undefined> =>
  first(
    runner,
    sql`
      select users.id as "userId", users.epoch
      from identities
      join users on users.id = identities.user_id
      where provider = ${provider} and subject = ${subject}`,
  )

export const insertIdentity = (
  userId: string,
  { provider, subject, email }: IdentityKey & { email: string | undefined },
): Statement => sql`
  insert into identities (provider, subject, user_id, email)
  values (${provider}, ${subject}, ${userId}, ${email ?? null})
  returning provider, email, linked_at as "linkedAt"`

export const listIdentities = (
  runner: Runner,
  userId: string,
): Promise<{ provider: string; subject: string; email: string | null; linkedAt: Date }[]> =>
  many(
    runner,
    sql`
      select provider, subject, email, linked_at as "linkedAt"
      from identities
      where user_id = ${userId}
      order by linked_at, provider`,
  )

export const deleteIdentity = (
  runner: Runner,
  userId: string,
  provider: string,
): Promise<{ userId: string } | undefined> =>
  first(
    runner,
    sql`
      delete from identities
      where user_id = ${userId} and provider = ${provider}
      returning user_id as "userId"`,
  )

/** Unlinks what was linked before anybody had proven the mailbox: it may be somebody else's. */
export const deleteIdentitiesBeforeProof = (
  runner: Runner,
  userId: string,
): Promise<{ provider: string }[]> =>
  many(
    runner,
    sql`
      delete from identities
      using emails
      where identities.user_id = ${userId} and emails.user_id = ${userId} and linked_at < verified_at
      returning provider`,
  )
