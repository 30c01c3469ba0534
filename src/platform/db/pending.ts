import { onlyRow, type Runner, run } from './db.ts'
import type { Migration } from './migration-files.ts'

type Applied = { version: number; name: string; minVersion: number | null }

/**
 * Only reads. @returns those of `migrations` that the database lacks
 * @throws if it is too new for this program, or was made by another series of migrations
 */
export const pendingMigrations = async (
  runner: Runner,
  migrations: readonly Migration[],
): Promise<Migration[]> => {
  const applied = await listApplied(runner)
  for (const migration of applied) {
    const known = migrations[migration.version - 1]
    if (known) checkName(migration, known)
    else checkServes(migration, migrations.length, applied.at(-1)?.version)
  }
  return migrations.slice(applied.at(-1)?.version ?? 0)
}

const listApplied = async (runner: Runner): Promise<Applied[]> => {
  const { isNew } = await onlyRow(runner, 'hasMigrations')<{ isNew: boolean }>`
    select to_regclass('migrations') is null as "isNew"`
  if (isNew) return []
  // as JSON, because the column is younger than the table
  return run(runner, 'listMigrations')`
    select version, name, (to_jsonb(migrations) ->> 'min_version')::integer as "minVersion"
    from migrations
    order by version`
}

/** A database made by another series of migrations has another schema, whatever its number. */
const checkName = (applied: Applied, known: Migration) => {
  if (applied.name === known.name) return
  throw new Error(
    `The database has ${applied.name} as migration ${applied.version}, where this program has ${known.name}. It was made before the first release, and cannot be brought up to date.`,
  )
}

const checkServes = ({ minVersion }: Applied, known: number, current: number | undefined) => {
  if (minVersion !== null && minVersion <= known) return
  throw new Error(
    `The database has schema version ${current}, but this program only knows ${known}. Use a newer version of it.`,
  )
}
