import { readdir, readFile } from 'node:fs/promises'
import { type Db, firstRow, onlyRow, type Runner, run } from './db.ts'

const folder = new URL('./migrations/', import.meta.url)

// the letters of "sallyprt"
const advisoryLock = 0x73616c6c79707274n

/**
 * Applies each file of `migrations/` once, in order, in its own transaction. Processes that start together wait for
 * one another.
 * @returns the names of the applied files
 * @throws if the database is newer than this code
 */
export const migrate = async (db: Db): Promise<string[]> => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const applied: string[] = []
  for (const [index, name] of files.entries()) {
    const version = index + 1
    const script = await readFile(new URL(name, folder), 'utf8')
    const isNew = await db.transaction(
      (runner) => applyOnce(runner, { version, latest: files.length, name, script }),
      { isPatient: true },
    )
    if (isNew) applied.push(name)
  }
  return applied
}

type Migration = { version: number; latest: number; name: string; script: string }

const applyOnce = async (runner: Runner, { version, latest, name, script }: Migration) => {
  await run(runner, 'lockMigrations')`select pg_advisory_xact_lock(${advisoryLock.toString()}::bigint)`
  await runner.script(
    'create table if not exists migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())',
  )
  const newest = await onlyRow(runner, 'newestVersion')<{ version: number | null }>`
    select max(version) as version from migrations`
  const current = newest.version ?? 0
  if (current > latest) {
    throw new Error(
      `The database has schema version ${current}, but this program only knows ${latest}. Use a newer version of it.`,
    )
  }
  if (current >= version) return checkName(runner, version, name)
  await runner.script(script)
  await run(runner, 'noteMigration')`insert into migrations (version, name) values (${version}, ${name})`
  return true
}

/** A database that was made by another series of migrations has another schema, whatever its number. */
const checkName = async (runner: Runner, version: number, name: string): Promise<false> => {
  const applied = await firstRow(runner, 'nameOfMigration')<{ name: string }>`
    select name from migrations where version = ${version}`
  if (applied?.name === name) return false
  throw new Error(
    `The database has ${applied?.name} as migration ${version}, where this program has ${name}. It was made before the first release, and cannot be brought up to date.`,
  )
}
