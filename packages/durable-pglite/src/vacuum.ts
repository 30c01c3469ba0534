import type { PGlite } from '@electric-sql/pglite'

/**
 * Gives the room of deleted rows to new ones, and freezes old rows before transaction ids run out: what autovacuum does, by its
 * thresholds. A table waits for the statements that came before it, and those that come meanwhile wait for it alone, a second
 * for half a gigabyte.
 */
export const vacuumWhatIsDue = async (pglite: PGlite, isWanted: () => boolean): Promise<void> => {
  const { rows } = await pglite.query<{ name: string }>(due)
  for (const { name } of rows) if (isWanted()) await pglite.exec(`vacuum ${name}`)
}

// Dead rows are counted from the start of the process; `relpages` is the size at the last vacuum, and lasts.
const due = `
  select c.oid::regclass::text as name
  from pg_class c
  left join pg_stat_all_tables s on s.relid = c.oid
  where c.relkind in ('r', 'm', 't') and c.relpersistence = 'p' and (
    s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
    or pg_relation_size(c.oid) / current_setting('block_size')::int > 50 + 1.2 * c.relpages
    or age(c.relfrozenxid) > current_setting('autovacuum_freeze_max_age')::int
  )`
