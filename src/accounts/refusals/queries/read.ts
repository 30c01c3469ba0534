import { firstRow, type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'
import type { RefusalFacts } from '#platform/refusals/explained.ts'

export type RefusalRow = {
  requestId: string
  lastRequestId: string
  count: number
  firstAt: Date
  lastAt: Date
  code: string
  rule: string
  facts: RefusalFacts
  operation: string
  address: string | null
}

const columns = sql`
  request_id as "requestId", last_request_id as "lastRequestId", count, first_at as "firstAt", last_at as "lastAt", code, rule,
  facts, operation, address`

/** The latest first. */
export const listRefusals = (runner: Runner, userId: string, limit: number): Promise<RefusalRow[]> =>
  run(runner, 'listRefusals')`
    select ${columns}
    from refusals
    where user_id = ${userId}
    order by last_at desc, request_id
    limit ${limit}`

/** By the request, the first or the last of those that a row stands for. */
export const findRefusal = (
  runner: Runner,
  requestId: string,
): Promise<(RefusalRow & { userId: string }) | undefined> =>
  firstRow(runner, 'findRefusal')`
    select user_id as "userId", ${columns}
    from refusals
    where request_id = ${requestId} or last_request_id = ${requestId}
    limit 1`

/** The same among those about no account. */
export const findUnownedRefusal = (runner: Runner, requestId: string): Promise<RefusalRow | undefined> =>
  firstRow(runner, 'findUnownedRefusal')`
    select ${columns}
    from unowned_refusals
    where request_id = ${requestId} or last_request_id = ${requestId}
    limit 1`
