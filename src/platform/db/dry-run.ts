import { randomBytes } from 'node:crypto'
import { Refused } from '../errors.ts'
import { errorCode, errorMessage } from '../properties-of.ts'
import { type Db, type Runner, run } from './db.ts'
import { type Lock, measureLocks } from './measured-locks.ts'
import { createMigrations } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { pendingMigrations } from './pending.ts'
import { bytesOf, rowsOf } from './spreading/sizes.ts'
import { statementsOf } from './statements.ts'

/** `bytes`: with indexes. `rows`: an estimate, null if PostgreSQL has none yet. */
type Size = { table: string; bytes: number; rows: number | null }

export type Step = { sql: string; locks: (Lock & Size)[] }

export type DryRun = {
  pending: { name: string; steps: Step[] }[]
  /** Why there are no locks, if they could not be measured. */
  unmeasured?: string
}

/**
 * What migrating would do. Locks are measured on empty tables of the same schema, beside the real ones, so that
 * nobody waits; sizes are the real ones.
 */
export const dryRun = async (db: Db, migrations?: readonly Migration[]): Promise<DryRun> => {
  const known = migrations ?? (await readMigrations())
  const pending = await pendingMigrations(db, known)
  if (pending.length === 0) return { pending: [] }
  try {
    return { pending: await measure(db, known.slice(0, -pending.length), pending) }
  } catch (error) {
    const cause = error instanceof Refused ? error.cause : undefined
    if (errorCode(cause) !== insufficientPrivilege) throw error
    return { pending: pending.map(read), unmeasured: errorMessage(cause) }
  }
}

const insufficientPrivilege = '42501'

const read = ({ name, script }: Migration) => ({
  name,
  steps: statementsOf(script).map((sql): Step => ({ sql, locks: [] })),
})

const measure = async (db: Db, applied: readonly Migration[], pending: readonly Migration[]) => {
  const sizes = Map.groupBy(await listSizes(db), ({ table }) => table)
  // a schema of its own: somebody else may be doing the same
  const scratch = `sallyport_dry_run_${randomBytes(4).toString('hex')}`
  await db.script(`create schema ${scratch}`)
  try {
    await inSchema(db, scratch, async (runner) => {
      for (const script of [createMigrations, ...applied.map(({ script }) => script)])
        await runner.script(script)
    })
    const measured = pending.map(read)
    for (const step of measured.flatMap(({ steps }) => steps)) {
      const locks = await inSchema(db, scratch, (runner) => measureLocks(runner, step.sql))
      // nobody waits for what the migrations themselves create
      step.locks = locks.flatMap((lock) => sizes.get(lock.table)?.map((size) => ({ ...lock, ...size })) ?? [])
    }
    return measured
  } finally {
    await db.script(`drop schema ${scratch} cascade`)
  }
}

/** In a transaction of its own: one that created or locked a table before holds that lock until its end. */
const inSchema = <Result>(
  db: Db,
  schema: string,
  work: (runner: Runner) => Promise<Result>,
): Promise<Result> =>
  db.transaction(
    async (runner) => {
      await runner.script(`set local search_path = ${schema}; set local enable_seqscan = on`)
      return work(runner)
    },
    { isPatient: true },
  )

const listSizes = (runner: Runner): Promise<Size[]> =>
  run(runner, 'listSizes')`
    select relname as "table", ${bytesOf(runner)} as bytes, ${rowsOf(runner)} as rows
    from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`
