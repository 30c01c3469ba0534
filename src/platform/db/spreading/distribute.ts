import { anyRow, type Db, type Runner, run } from '../db.ts'
import { lockMigrations } from '../migrate.ts'
import type { Spread } from './spread.ts'
import { type SpreadTable, spreadTables } from './tables.ts'

/**
 * Distributes what is not distributed yet, each table in a transaction of its own, so that a killed run can be
 * resumed. The coordinator's copies are deleted last, since remaining tables may refer to them.
 * @returns the names of the tables
 */
export const distribute = async (
  db: Db,
  spread: Spread,
  { begins }: { begins?(table: SpreadTable, nth: number, count: number): void } = {},
): Promise<string[]> => {
  const tables = await spreadTables(db, spread)
  const left = tables.filter(({ isSpread }) => !isSpread)
  for (const [index, table] of left.entries()) {
    begins?.(table, index + 1, left.length)
    await spreadOne(db, table)
  }
  const remaining = (await spreadTables(db, spread)).filter(({ hasRemains }) => hasRemains)
  // referred-to tables first
  for (const { name } of remaining.reverse()) await dropRemains(db, name)
  return left.map(({ name }) => name)
}

/** Distributes what a migration has added to a distributed database. */
export const spreadAdded = async (db: Db, spread: Spread): Promise<void> => {
  if (db.isSpread?.()) await distribute(db, spread)
}

const spreadOne = (db: Db, { name, column, type }: SpreadTable): Promise<void> =>
  db.transaction(
    async (runner) => {
      // of processes that start together, another was first
      await lockMigrations(runner)
      if (await isSpreadTable(runner, name)) return
      await dropTriggers(runner, name)
      // an id means the same everywhere, so all its rows lie together
      const companions = type === 'uuid' && name !== 'users' ? 'users' : 'none'
      await run(runner, 'spread')`
        select create_distributed_table(${name}::text::regclass, ${column}::text, colocate_with => ${companions}::text)`
    },
    { isPatient: true },
  )

const isSpreadTable = (runner: Runner, table: string): Promise<boolean> =>
  anyRow(runner, 'isSpreadTable')`
    select from pg_dist_partition where logicalrelid = ${table}::text::regclass and partmethod = 'h'`

/** Citus refuses tables with triggers. What ours guard, privileges have to: docs/guides/several-servers.md */
const dropTriggers = async (runner: Runner, table: string): Promise<void> => {
  const triggers = await run(runner, 'listTriggers')<{ name: string }>`
    select quote_ident(tgname) as name from pg_trigger
    where tgrelid = ${table}::text::regclass and not tgisinternal`
  for (const { name } of triggers) await runner.script(`drop trigger ${name} on ${table}`)
}

const dropRemains = (db: Db, table: string): Promise<unknown> =>
  db.transaction(
    (runner) =>
      run(runner, 'dropRemains')`
        select truncate_local_data_after_distributing_table(${table}::text::regclass)`,
    { isPatient: true },
  )
