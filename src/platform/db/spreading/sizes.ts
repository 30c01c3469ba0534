import type { Runner } from '../db.ts'
import { type Fragment, sql } from '../sql.ts'

/** Of a row of `pg_class`, in bytes with indexes, wherever its rows lie. */
export const bytesOf = (runner: Runner): Fragment =>
  runner.isSpread?.()
    ? sql`case when ${isSpreadTable} then citus_total_relation_size(oid) else pg_total_relation_size(oid) end::float8`
    : sql`pg_total_relation_size(oid)::float8`

/** How many rows it has: an estimate, null if there is none yet. */
export const rowsOf = (runner: Runner): Fragment =>
  runner.isSpread?.()
    ? sql`case when ${isSpreadTable} then (${onShards}) else nullif(reltuples, -1)::float8 end`
    : sql`nullif(reltuples, -1)::float8`

const isSpreadTable = sql`exists (select from pg_dist_partition where logicalrelid = pg_class.oid)`

const onShards = sql`
  select sum(case when success then nullif(result::float8, -1) end)
  from run_command_on_shards(pg_class.oid, $$select reltuples from pg_class where oid = '%s'::regclass$$)`
