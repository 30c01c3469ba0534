import { elsewhere, type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'
import type { FoldedRefusal } from '../refusal.ts'

const columns = sql`request_id, last_request_id, count, first_at, last_at, code, rule, facts, operation, address`

const valuesOf = (row: FoldedRefusal): Fragment => {
  const nowMs = performance.now()
  const ago = (ms: number) => sql`now() - make_interval(secs => ${(nowMs - ms) / 1_000}::float8)`
  return sql`${row.requestId}, ${row.lastRequestId}, ${row.count}, ${ago(row.firstMs)}, ${ago(row.lastMs)}, ${row.code},
    ${row.rule}, ${row.facts}, ${row.operation}, ${row.address ?? null}`
}

const counted = sql`
  last_request_id = excluded.last_request_id, count = excluded.count, last_at = excluded.last_at, facts = excluded.facts,
  address = excluded.address`

/** A row that was written before has counted more since. @throws 401 if there is no such account */
export const upsertRefusal = (runner: Runner, row: FoldedRefusal & { userId: string }): Promise<unknown> =>
  run(runner, 'upsertRefusal')`
    insert into refusals (user_id, ${columns})
    values (${row.userId}, ${valuesOf(row)})
    on conflict (user_id, request_id) do update
    set ${counted}`

/** The same about no account. */
export const upsertUnownedRefusal = (runner: Runner, row: FoldedRefusal): Promise<unknown> =>
  run(elsewhere(runner), 'upsertUnownedRefusal')`
    insert into unowned_refusals (${columns})
    values (${valuesOf(row)})
    on conflict (request_id) do update
    set ${counted}`

/** Long enough for somebody who asks; the events of the account are kept longer. */
export const sweepRefusals = sweepOf(sql`refusals`, {
  key: sql`user_id, request_id`,
  when: sql`last_at`,
  before: sql`now() - interval '30 days'`,
})

export const sweepUnownedRefusals = sweepOf(sql`unowned_refusals`, {
  key: sql`request_id`,
  when: sql`last_at`,
  before: sql`now() - interval '3 days'`,
})
