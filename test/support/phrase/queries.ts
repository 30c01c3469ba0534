import { isSuspect, type Suspicion } from '#accounts/users/queries/suspects.ts'
import { anyRow, type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'

export const hasPhrase = (userId: Fragment): Fragment =>
  sql`exists (select 1 from phrases where user_id = ${userId})`

export const hadPhrase = (userId: Fragment, suspicion: Suspicion): Fragment =>
  sql`exists (select 1 from phrases where user_id = ${userId} and not ${isSuspect(sql`made_at`, suspicion)})`

export const isPhrase = (runner: Runner, userId: string, digest: Uint8Array): Promise<boolean> =>
  anyRow(runner, 'isPhrase')`select 1 from phrases where user_id = ${userId} and digest = ${digest}`

export const insertPhrase = (runner: Runner, userId: string, digest: Uint8Array): Promise<unknown> =>
  run(runner, 'insertPhrase')`insert into phrases (user_id, digest) values (${userId}, ${digest})`

export const deletePhrase = async (
  runner: Runner,
  userId: string,
  suspicion?: Suspicion,
): Promise<string[]> => {
  const wasThere = await anyRow(runner, 'deletePhrase')`
    delete from phrases
    where user_id = ${userId} and ${suspicion ? isSuspect(sql`made_at`, suspicion) : sql`true`}
    returning user_id`
  return wasThere ? ['phrase'] : []
}
