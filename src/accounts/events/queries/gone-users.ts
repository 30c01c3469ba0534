import { type Runner, run } from '#platform/db/db.ts'

/** Which of these ids were those of accounts that are gone for good. */
export const listGoneAmong = (runner: Runner, userIds: readonly string[]): Promise<{ userId: string }[]> =>
  run(runner, 'listGoneAmong')`
    select asked.id as "userId"
    from unnest(${userIds}::uuid[]) as asked (id)
    where exists (select from gone_users where digest = sha256(uuid_send(asked.id)))`
