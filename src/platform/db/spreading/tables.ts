import { type Runner, run } from '../db.ts'
import { onCoordinator, type Spread } from './spread.ts'

/** `rows`: an estimate, null if PostgreSQL has none yet. `bytes`: with indexes, and on all servers. */
export type SpreadTable = {
  name: string
  column: string
  type: string
  rows: number | null
  bytes: number
  isSpread: boolean
  /** Whether the coordinator still holds the rows that were copied to the servers. */
  hasRemains: boolean
  /** Tables that it refers to. */
  parents: string[]
}

/**
 * The tables that belong on several servers, and the progress of each. Users come first; the others follow to their
 * servers.
 */
export const spreadTables = async (runner: Runner, spread: Spread): Promise<SpreadTable[]> => {
  const wanted = Object.entries(spread).filter(([, column]) => column !== onCoordinator)
  const found = await run(runner, 'spreadTables')<SpreadTable>`
    select relname as name, column_name as "column", format_type(atttypid, null) as type,
      nullif(reltuples, -1)::float8 as rows, 
      case when partmethod is null then pg_total_relation_size(pg_class.oid) else citus_total_relation_size(pg_class.oid) end::float8
        as bytes,
      partmethod is not null as "isSpread",
      partmethod is not null and pg_relation_size(pg_class.oid) > 0 as "hasRemains",
      array(
        select distinct confrelid::regclass::text
        from pg_constraint
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
      ) as parents
    from unnest(${wanted.map(([table]) => table)}::text[], ${wanted.map(([, column]) => column)}::text[])
      as wanted (table_name, column_name)
    join pg_class on pg_class.oid = to_regclass(table_name)
    join pg_attribute on attrelid = pg_class.oid and attname = column_name
    left join pg_dist_partition on logicalrelid = pg_class.oid and partmethod = 'h'
    order by relname <> 'users', relname`
  return parentsFirst(found)
}

const parentsFirst = (tables: readonly SpreadTable[]): SpreadTable[] => {
  if (tables.length === 0) return []
  const names = new Set(tables.map(({ name }) => name))
  const isFree = ({ parents }: SpreadTable) => !parents.some((parent) => names.has(parent))
  const { free = [], bound = [] } = Object.groupBy(tables, (table) => (isFree(table) ? 'free' : 'bound'))
  if (free.length === 0) throw new Error(`These tables refer to each other: ${[...names].join(', ')}`)
  return [...free, ...parentsFirst(bound)]
}
