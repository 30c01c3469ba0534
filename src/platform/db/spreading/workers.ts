import { type Db, onlyRow } from '../db.ts'
import { onCoordinator, type Spread } from './spread.ts'

export type Workers = {
  /** Servers that rows go to. */
  count: number
  /** Those of them that do not answer. */
  away: string[]
  /** Tables that should be distributed, and are not. */
  missing: string[]
  /** How often changes interrupted between two servers are resolved; negative: never. */
  recoverySeconds: number
}

/** @returns undefined if the database is not distributed */
export const aboutWorkers = async (db: Db, spread: Spread): Promise<Workers | undefined> => {
  if (!db.isSpread?.()) return undefined
  const wanted = Object.keys(spread).filter((table) => spread[table] !== onCoordinator)
  return onlyRow(db, 'aboutWorkers')`
    select
      (select count(*)::integer from pg_dist_node where shouldhaveshards and noderole = 'primary') as count,
      array(
        select nodename || ':' || nodeport from run_command_on_workers('select 1') where not success
      ) as away,
      array(
        select name from unnest(${wanted}::text[]) as name
        where not exists (
          select from pg_dist_partition where logicalrelid = to_regclass(name) and partmethod = 'h'
        )
      ) as missing,
      (
        select setting::float8 / 1000 from pg_settings where name = 'citus.recover_2pc_interval'
      ) as "recoverySeconds"`
}

/** How many servers rows go to; 0 if the database is not distributed. */
export const countWorkers = async (db: Db): Promise<number> => {
  if (!db.isSpread?.()) return 0
  const { count } = await onlyRow(db, 'countWorkers')<{ count: number }>`
    select count(*)::integer as count from pg_dist_node where shouldhaveshards and noderole = 'primary'`
  return count
}
