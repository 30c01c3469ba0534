import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '../errors.ts'
import { errorCode } from '../properties-of.ts'
import { type Db, onlyRow, type Runner, run } from './db.ts'
import { requireUnicode } from './encoding.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { pendingMigrations } from './pending.ts'

// the letters of "sallyprt"
const advisoryLock = 0x73616c6c79707274n

// Everything after a migration that waits for a table waits, too: up to two seconds in serving processes.
const lockMs = 1_000
const pauseMs = 2_000
const tries = 20

/**
 * Applies pending migrations in order, each in its own transaction, which gives way to long ones and is retried.
 * Processes that start together wait for one another.
 * @returns the names of the applied files
 * @throws if the database is too new for this program or lacks letters, its role may not migrate, or a table is never
 * free
 */
export const migrate = async (db: Db, migrations?: readonly Migration[]): Promise<string[]> => {
  await requireUnicode(db)
  const known = migrations ?? (await readMigrations())
  const pending = await pendingMigrations(db, known)
  if (pending.length > 0) await checkRights(db, pending)
  const applied: string[] = []
  for (const migration of pending)
    if (await whenFree(migration, () => applyOnce(db, migration, known))) applied.push(migration.name)
  return applied
}

const checkRights = async (db: Db, pending: readonly Migration[]) => {
  const { role, mayMigrate } = await onlyRow(db, 'mayMigrate')<{ role: string; mayMigrate: boolean }>`
    select current_user as role, coalesce(
      has_schema_privilege(current_schema(), 'create')
        and not exists (
          select from pg_class where oid = to_regclass('migrations') and not pg_has_role(relowner, 'usage')
        ),
      false
    ) as "mayMigrate"`
  if (mayMigrate) return
  throw new Error(
    `The database lacks ${pending.length} of this program's migrations, and the role ${role} may not make them. Run "npx sallyport migrate" with the DATABASE_URL of its owner.`,
  )
}

const whenFree = async <Result>({ name }: Migration, apply: () => Promise<Result>): Promise<Result> => {
  for (let nth = 1; ; nth++) {
    try {
      return await apply()
    } catch (error) {
      if (!isHeld(error)) throw error
      if (nth === tries) throw new Error(`${name} was not applied: ${blocked}`, { cause: error })
      await sleep(pauseMs)
    }
  }
}

const blocked = `other transactions hold a table that it changes. It was tried ${tries} times; pg_stat_activity shows who holds what.`

/** lock_not_available, deadlock_detected */
const isHeld = (error: unknown) =>
  error instanceof Refused && ['55P03', '40P01'].includes(errorCode(error.cause))

const applyOnce = (db: Db, migration: Migration, known: readonly Migration[]): Promise<boolean> =>
  db.transaction(
    async (runner) => {
      await lockMigrations(runner)
      const pending = await pendingMigrations(runner, known)
      if (!pending.includes(migration)) return false
      await runner.script(`set local lock_timeout = ${lockMs}; ${createMigrations}`)
      await runner.script(migration.script)
      await noteMigration(runner, migration)
      return true
    },
    { isPatient: true },
  )

/** Until the end of the transaction, nobody else migrates. */
export const lockMigrations = (runner: Runner): Promise<unknown> =>
  run(runner, 'lockMigrations')`select pg_advisory_xact_lock(${advisoryLock.toString()}::bigint)`

export const createMigrations =
  'create table if not exists migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())'

const noteMigration = async (runner: Runner, { version, name, minVersion }: Migration) => {
  await run(runner, 'noteMigration')`insert into migrations (version, name) values (${version}, ${name})`
  // the first ones are older than the column
  if (minVersion !== undefined)
    await run(runner, 'noteMinVersion')`
      update migrations set min_version = ${minVersion} where version = ${version}`
}
