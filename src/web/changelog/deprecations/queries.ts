import { elsewhere, type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'

const maxClients = 100
const forgetDays = 90

/** One client's calls of one deprecated thing. */
export type Calls = { thing: string; client: string; calls: number }

/** Beyond a hundred clients of a thing, the rest count as one, so that made-up names cannot fill the table. */
export const addCalls = async (runner: Runner, counted: readonly Calls[]): Promise<void> => {
  await run(elsewhere(runner), 'addCalls')`
    with batch as (
      select thing, client, calls
      from unnest(
        ${counted.map(({ thing }) => thing)}::text[],
        ${counted.map(({ client }) => client)}::text[],
        ${counted.map(({ calls }) => calls)}::bigint[]
      ) as counted (thing, client, calls)
    ),
    named as (
      select thing, calls,
        case
          when exists (
            select 1 from deprecated_calls as known
            where known.thing = batch.thing and known.client = batch.client
          ) then client
          when row_number() over (partition by thing order by client) + (
            select count(*) from deprecated_calls as known where known.thing = batch.thing
          ) <= ${maxClients} then client
          else 'others'
        end as client
      from batch
    )
    insert into deprecated_calls (thing, client, calls, last_at)
    select thing, client, sum(calls), now()
    from named
    group by thing, client
    -- one order, so that processes do not deadlock
    order by thing, client
    on conflict (thing, client) do update
    set calls = deprecated_calls.calls + excluded.calls, last_at = excluded.last_at`
}

/** Busiest first. */
export const listCalls = (runner: Runner): Promise<(Calls & { firstAt: Date; lastAt: Date })[]> =>
  run(runner, 'listCalls')`
    select thing, client, calls::float8 as calls, first_at as "firstAt", last_at as "lastAt"
    from deprecated_calls
    order by thing, calls desc, client`

export const sweepCalls = sweepOf(sql`deprecated_calls`, {
  key: sql`thing, client`,
  when: sql`last_at`,
  before: sql`now() - make_interval(days => ${forgetDays})`,
})
