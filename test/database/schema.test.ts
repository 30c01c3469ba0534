import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Db } from '../../src/platform/db/db.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { type Migration, readMigrations } from '../../src/platform/db/migration-files.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { atEnd } from '../support/at-end.ts'
import { dumpSchema } from '../support/dump-schema.ts'
import { openParts } from '../support/parts.ts'
import { isCitus, isPostgres, newEmptyDatabase, startTestService } from '../support/service.ts'
import { first, many, sql } from '../support/sql.ts'

const path = new URL('../schema.sql', import.meta.url)
const { deps } = await startTestService()
const { db } = deps

/** Runs the dump's own queries. */
const sourceOf = (db: Db) => ({
  query: async (text: string) => ({
    rows: await many<{ ddl: string }>(db, { name: 'a test', parts: [text], values: [] }),
  }),
})

/** As migrations leave it: not yet spread. */
const unspread = async (): Promise<Db> => {
  if (!isCitus) return db
  const other = openPostgres(`${(await newEmptyDatabase()).DATABASE_URL}`, () => {})
  atEnd(other.close)
  await migrate(other)
  return other
}

test('test/schema.sql is what the migrations make; UPDATE=1 writes it anew', async () => {
  const dump = await dumpSchema(sourceOf(await unspread()))
  if (process.env.UPDATE && !isPostgres) await writeFile(path, dump)
  assert.ok(
    (await readFile(path, 'utf8')) === dump,
    'test/schema.sql is stale: UPDATE=1 ONLY=embedded npm test -- test/database/schema.test.ts',
  )
})

test('migrating an up-to-date database changes nothing', async () => {
  assert.deepEqual(await migrate(db), [])
})

test('a database newer than the program is refused', async () => {
  await db.run(sql`insert into migrations (version, name) values (999, 'from the future')`)
  await assert.rejects(migrate(db), /The database has schema version 999, but this program only knows \d+/)
  await db.run(sql`delete from migrations where version = 999`)
})

test('a newer database is served by programs that meet the requirement of its newest migration', async () => {
  const latest = (await readMigrations()).length
  const note = (minVersion: number) =>
    db.run(sql`
      insert into migrations (version, name, min_version)
      values (${latest + 1}, 'of the next version', ${minVersion})`)
  for (const [minVersion, isServed] of [
    [latest - 1, true],
    [latest, true],
    [latest + 1, false],
  ] as const) {
    await note(minVersion)
    const migrated = migrate(db)
    if (isServed) assert.deepEqual(await migrated, [])
    else await assert.rejects(migrated, /this program only knows/)
    await db.run(sql`delete from migrations where version > ${latest}`)
  }
})

test('a migration requires at least the version of the one before it, and none that it creates itself', async () => {
  const asked = (await readMigrations()).flatMap(({ version, minVersion = 0 }) =>
    version < 17 ? [] : [minVersion],
  )
  assert.deepEqual(
    asked,
    asked.toSorted((one, other) => one - other),
  )
  assert.ok(asked.every((minVersion, at) => minVersion >= 8 && minVersion <= 17 + at))
  const rows = await many<{ asked: number }>(
    db,
    sql`select min_version as asked from migrations where version >= 17 order by version`,
  )
  assert.deepEqual(
    rows.map((row) => row.asked),
    asked,
  )
})

test('a migration gives way to a transaction holding its table before anybody is refused, and is retried', {
  skip: !isPostgres,
}, async () => {
  const { deps } = await openParts()
  const known = await readMigrations()
  const next: Migration = {
    version: known.length + 1,
    name: 'next.sql',
    script: 'alter table users add column note text',
    minVersion: 8,
  }
  const waiting = async () =>
    (
      await many(
        deps.db,
        sql`
          select from pg_locks
          join pg_database on pg_database.oid = database
          where datname = current_database() and mode = 'AccessExclusiveLock' and not granted`,
      )
    ).length > 0
  const until = async (is: boolean) => {
    for (const endMs = Date.now() + 20_000; (await waiting()) !== is; ) assert.ok(Date.now() < endMs)
  }
  const [taken, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = deps.db.transaction(async (runner) => {
    await runner.script(
      'set local idle_in_transaction_session_timeout = 0; lock table users in access share mode',
    )
    taken.resolve()
    await free.promise
  })
  await taken.promise
  const applied = migrate(deps.db, [...known, next])
  try {
    await until(true)
    // waits behind it, and is not refused
    await deps.db.run(sql`select from users limit 1`)
    await until(false)
  } finally {
    free.resolve()
    await held
  }
  assert.deepEqual(await applied, ['next.sql'])
})

test('a database of another series of migrations is refused, whatever its number', async () => {
  const { deps } = await openParts()
  await deps.db.run(sql`update migrations set name = '0001-another-house.sql' where version = 1`)
  await assert.rejects(
    migrate(deps.db),
    /has 0001-another-house\.sql as migration 1, where this program has 0001-users/,
  )
})

test('migrations that fail halfway leave nothing behind', async () => {
  const broken = db.transaction(async (runner) => {
    await runner.script('create table half_way (n integer); select 1 / 0')
  })
  await assert.rejects(broken)
  assert.deepEqual(await first(db, sql`select to_regclass('half_way') as "table"`), { table: null })
})
