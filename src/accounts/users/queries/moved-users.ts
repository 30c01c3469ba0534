import { type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { deletesAt } from './deletions.ts'

/** Of another system. `createdAt`: there. */
export type MovedUser = {
  userId: string
  language: string | undefined
  externalId: string | undefined
  createdAt: Date | undefined
  disabled: { until: Date | undefined; reason: string } | undefined
}

export const insertMovedUser = (
  runner: Runner,
  { userId, language, externalId, createdAt, disabled }: MovedUser,
): Promise<unknown> =>
  run(runner, 'insertMovedUser')`
    insert into users (id, language, external_id, created_at, disabled_at, disabled_until, disabled_reason)
    values (${userId}, ${language ?? null}, ${externalId ?? null},
      least(${createdAt ?? null}::timestamptz, now()), case when ${disabled !== undefined}::boolean then now() end,
      ${disabled?.until ?? null}, ${disabled?.reason ?? null})`

export const listUsersAmong = (runner: Runner, userIds: readonly string[]): Promise<{ userId: string }[]> =>
  run(runner, 'listUsersAmong')`select id as "userId" from users where id = any(${userIds}::uuid[])`

/** What else is told of each, by `users.id`. */
type Told = { columns: Fragment; joins: Fragment }

/** Users in the order of their ids, but for those who are leaving. In one piece: Citus joins no part of a table to others. */
export const usersAfter = (after: string, limit: number, { columns, joins }: Told): Fragment => sql`
  select users.id, users.created_at as "createdAt", users.language, users.external_id as "externalId",
    users.disabled_at as "disabledAt", users.disabled_until as "disabledUntil",
    users.disabled_reason as "disabledReason", ${columns}
  from users
  ${joins}
  where users.id > ${after} and ${deletesAt(sql`users.id`)} is null
  order by users.id
  limit ${limit}`
