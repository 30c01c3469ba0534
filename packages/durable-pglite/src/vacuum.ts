import { statfs } from 'node:fs/promises'
import { checkpointIfDue } from './checkpoint.ts'
import { dropTemplates } from './drop-templates.ts'
import type { Upkept } from './upkeep.ts'

/**
 * Gives the room of deleted rows to new ones, and freezes old rows before transaction ids run out: what autovacuum does, by its
 * thresholds. The process waits for each table, a second for half a gigabyte, and does other things between two.
 */
export const vacuumWhatIsDue = async (upkept: Upkept): Promise<void> => {
  const { pglite, database, isWanted } = upkept
  // each page may go into the log, which grows by whole segments: one that cannot grow ends the database
  const hasRoomFor = async (bytes: number) => (await roomIn(database)) > 1.25 * bytes + 2 * segmentBytes
  // of a database that was made before they were dropped at once
  if ((await hasRoomFor(0)) && isWanted()) await dropTemplates(pglite).catch(() => {})
  const { rows } = await pglite.query<{ name: string; bytes: number }>(due)
  for (const { name, bytes } of rows) {
    const hasRoom = await hasRoomFor(bytes)
    if (!isWanted()) return
    // it may be gone by now, and what is damaged must not keep the others
    if (hasRoom) await pglite.exec(`vacuum (process_toast false) ${name}`).catch(() => {})
    await checkpointIfDue(upkept)
  }
}

const segmentBytes = 16 * 2 ** 20

const roomIn = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

// Dead rows are counted from the start of the process; `relpages` is the size at the last vacuum, and lasts.
const due = `
  select c.oid::regclass::text as name, (pg_relation_size(c.oid) + pg_indexes_size(c.oid))::float8 as bytes
  from pg_class c
  left join pg_stat_all_tables s on s.relid = c.oid
  where c.relkind in ('r', 'm', 't') and c.relpersistence = 'p' and (
    s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
    or pg_relation_size(c.oid) / current_setting('block_size')::int > 50 + 1.2 * c.relpages
    or age(c.relfrozenxid) > current_setting('autovacuum_freeze_max_age')::int
  )`
