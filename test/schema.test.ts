import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { first, many } from '../src/platform/db/db.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { dumpSchema } from './support/dump-schema.ts'
import { openParts } from './support/parts.ts'
import { isPostgres, startTestService } from './support/service.ts'
import { sql } from './support/sql.ts'

const path = new URL('./schema.sql', import.meta.url)
const { deps } = await startTestService()
const { db } = deps

/** Runs the dump's own queries. */
const source = {
  query: async (text: string) => ({
    rows: await many<{ ddl: string }>(db, { name: 'a test', parts: [text], values: [] }),
  }),
}

test('test/schema.sql is what the migrations make; UPDATE=1 writes it anew', async () => {
  const dump = await dumpSchema(source)
  if (process.env.UPDATE && !isPostgres) await writeFile(path, dump)
  assert.ok(
    (await readFile(path, 'utf8')) === dump,
    'test/schema.sql is stale: UPDATE=1 npm test -- test/schema.test.ts',
  )
})

test('migrating what is up to date changes nothing', async () => {
  assert.deepEqual(await migrate(db), [])
})

test('a database that is newer than the program is refused', async () => {
  await db.run(sql`insert into migrations (version, name) values (999, 'from the future')`)
  await assert.rejects(migrate(db), /The database has schema version 999, but this program only knows \d+/)
  await db.run(sql`delete from migrations where version = 999`)
})

test('a database of another series of migrations is refused, whatever its number', async () => {
  const { deps } = await openParts()
  await deps.db.run(sql`update migrations set name = '0001-another-house.sql' where version = 1`)
  await assert.rejects(
    migrate(deps.db),
    /has 0001-another-house\.sql as migration 1, where this program has 0001-users/,
  )
})

test('migrations that fail half way leave nothing behind', async () => {
  const broken = db.transaction(async (runner) => {
    await runner.script('create table half_way (n integer); select 1 / 0')
  })
  await assert.rejects(broken)
  assert.deepEqual(await first(db, sql`select to_regclass('half_way') as "table"`), { table: null })
})
