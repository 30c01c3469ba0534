import type pg from 'pg'
import { answerWithin } from '../answer-within.ts'

/** The first statement of a connection. */
export const hasCitus = `to_regclass('pg_catalog.pg_dist_partition') is not null as "hasCitus"`

/** How Citus has distributed the tables of a database, by columns. */
export type Spreading = {
  /**
   * A statement that makes its transaction commit in two phases, and changes nothing. Citus 13 does so by itself,
   * except when the transaction began on a server with a read, and changes another row there later: then each server
   * commits alone, and a crash in between leaves half of the change. A copy always requests two phases, even without
   * rows. It waits while a shard of its table moves, so the table is one that few others move with.
   * @see docs/decisions/0044-two-phases-are-asked-for.md
   */
  inTwoPhases: string
}

/** To be called for a connection that `hasCitus`. @returns undefined if nothing is distributed */
export const spreadingIn = async (client: pg.ClientBase): Promise<Spreading | undefined> => {
  const text = `
    select format('insert into %s (%I) select null where false', logicalrelid, attname) as "inTwoPhases"
    from pg_dist_partition
    join pg_class on pg_class.oid = logicalrelid
    cross join column_to_column_name(logicalrelid, partkey) as attname
    where partmethod = 'h' and relnamespace = current_schema()::regnamespace
    order by has_column_privilege(logicalrelid, attname, 'insert') desc,
      count(*) over (partition by colocationid), relname
    limit 1`
  const { rows } = await answerWithin(client, { text })
  return rows[0]
}
