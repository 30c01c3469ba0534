import { anyRow, elsewhere, firstRow, type Runner, run } from '#platform/db/db.ts'
import { UniqueViolation } from '#platform/db/failures.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'

const ownersKey = 'external_id_owners_pkey'

/** The one statement that gives an id to an account: of simultaneous ones, the primary key lets one through. */
export const takeExternalId = async (runner: Runner, userId: string, externalId: string): Promise<void> => {
  const isTheirs = await anyRow(elsewhere(runner), 'takeExternalId')`
    insert into external_id_owners as owner (external_id, user_id)
    values (${externalId}, ${userId})
    on conflict (external_id) do update
    set user_id = excluded.user_id
    where owner.user_id = excluded.user_id
    returning external_id`
  if (!isTheirs) throw new UniqueViolation(ownersKey, undefined)
}

export const isExternalIdTaken = (error: unknown): boolean =>
  error instanceof UniqueViolation && error.constraint === ownersKey

/** From now on, another account can have it. */
export const freeExternalId = (runner: Runner, userId: string, externalId: string): Promise<unknown> =>
  run(elsewhere(runner), 'freeExternalId')`
    delete from external_id_owners where external_id = ${externalId} and user_id = ${userId}`

export const setExternalId = (runner: Runner, userId: string, externalId: string | null): Promise<unknown> =>
  run(runner, 'setExternalId')`update users set external_id = ${externalId} where id = ${userId}`

export const findExternalId = async (runner: Runner, userId: string): Promise<string | undefined> => {
  const row = await firstRow(runner, 'findExternalId')<{ externalId: string | null }>`
    select external_id as "externalId" from users where id = ${userId}`
  return row?.externalId ?? undefined
}

/** A subquery for the account that has an id. */
export const externalIdOwner = (externalId: string): Fragment =>
  sql`select user_id as "userId" from external_id_owners where external_id = ${externalId}`

export const findByExternalId = (
  runner: Runner,
  externalId: string,
): Promise<{ userId: string } | undefined> =>
  firstRow(runner, 'findByExternalId')`${externalIdOwner(externalId)}`

/** Whose these are; of those that are nobody's, none. */
export const listExternalIdOwners = (
  runner: Runner,
  externalIds: readonly string[],
): Promise<{ externalId: string; userId: string }[]> =>
  run(runner, 'listExternalIdOwners')`
    select external_id as "externalId", user_id as "userId"
    from external_id_owners
    where external_id = any(${externalIds}::text[])`
