import assert from 'node:assert/strict'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newDatabase, newFolder } from '../test/folder.ts'
import { databaseIn } from './has-database.ts'
import { type Durable, openDurable } from './open-durable.ts'
import { startPglite } from './start-pglite.ts'
import { startUpkeep } from './upkeep.ts'

/** A database whose time is moved by hand. */
const openLate = async (t: TestContext, parameters = {}) => {
  const folder = await newDatabase()
  t.mock.timers.enable({ apis: ['setInterval'] })
  const db = await openDurable(folder, { parameters })
  t.after(() => db.close())
  return { folder, db, pass: (minutes: number) => pass(t, db, minutes) }
}

/** @param minutes on whose last something is due */
const pass = async (t: TestContext, db: Pick<Durable, 'query'>, minutes: number) => {
  // PostgreSQL itself does so once in a second
  await db.query('select pg_stat_force_next_flush()')
  t.mock.timers.tick(minutes * 60_000)
}

const until = async (holds: () => Promise<boolean>) => {
  const deadline = Date.now() + 30_000
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, 'it was not done')
    await sleep(5)
  }
}

const numberOf = async (db: Pick<Durable, 'query'>, expression: string): Promise<number> =>
  (await db.query<{ n: number }>(`select (${expression})::float8 as n`)).rows[0]?.n ?? Number.NaN

/** How often a table has been vacuumed, or what is stored beside it. */
const vacuumsOf = (db: Pick<Durable, 'query'>, table: string) =>
  numberOf(
    db,
    `select sum(vacuum_count) from pg_stat_all_tables join pg_class c on relid in (c.oid, c.reltoastrelid)
     where c.oid = '${table}'::regclass`,
  )

test('the log of a long-running database stays short', async (t) => {
  const { folder, db, pass } = await openLate(t)
  await db.exec('create table things (text text)')
  for (let round = 0; round < 6; round++) {
    await db.exec(`insert into things select repeat(md5(n::text), 30) from generate_series(1, 40000) as n;
      truncate things`)
    await pass(1)
    // behind the checkpoint, if there is one: statements follow one another
    for (let turn = 0; turn < 3; turn++) await db.query('select 1')
  }
  const segments = (await readdir(join(folder, 'postgres', 'pg_wal'))).filter((name) =>
    /^[0-9A-F]{24}$/.test(name),
  )
  assert.ok(segments.length <= 10, `${segments.length} segments of 16 MB`)
})

const churns = {
  'a table whose rows come and go': `delete from "Odd names";
    insert into "Odd names" select n, 'short' from generate_series(1, 20000) as n`,
  // too few changes to vacuum the table itself for
  'what is stored beside a row that changes': `delete from "Odd names";
    insert into "Odd names" values (1, repeat(md5(random()::text), 10000))`,
}

for (const [what, change] of Object.entries(churns))
  test(`${what} does not grow`, async (t) => {
    const { db, pass } = await openLate(t)
    await db.exec(`create table "Odd names" (n int primary key, text text);
      alter table "Odd names" alter text set storage external`)
    await db.exec(change)
    const sizes: number[] = []
    for (let round = 0; round < 5; round++) {
      const before = await vacuumsOf(db, '"Odd names"')
      await db.exec(change)
      await pass(10)
      await until(async () => (await vacuumsOf(db, '"Odd names"')) > before)
      sizes.push(await numberOf(db, `pg_total_relation_size('"Odd names"')`))
    }
    // what goes and what takes its place are there together
    const [both = 0] = sizes
    assert.ok(Math.max(...sizes) <= both * 1.1, sizes.join(' '))
  })

/** Rows that are gone, in a table that has been big since before the last start. */
const makeEmptied = async (db: Durable, table: string) => {
  await db.exec(`create table ${table} as select repeat('x', 200) as text from generate_series(1, 5000)`)
  await db.exec(`delete from ${table}`)
}

test('a table that grew before the last start is vacuumed, even beside one that is damaged', async (t) => {
  const { folder, db } = await openLate(t)
  for (const table of ['first', 'damaged', 'last']) await makeEmptied(db, table)
  const { rows } = await db.query<{ path: string }>(`select pg_relation_filepath('damaged') as path`)
  await db.close()
  const file = await open(join(databaseIn(folder), rows[0]?.path ?? ''), 'r+')
  await file.write(Buffer.alloc(8192, 1))
  await file.close()
  const later = await openDurable(folder)
  t.after(() => later.close())
  await assert.rejects(later.query('select * from damaged'), { code: 'XX001' })
  const sizes = () => numberOf(later, `pg_relation_size('first') + pg_relation_size('last')`)
  assert.notEqual(await sizes(), 0)
  await pass(t, later, 10)
  await until(async () => (await sizes()) === 0)
})

test('nothing is vacuumed while a copy needs the log', async (t) => {
  const folder = await newDatabase()
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { pglite, close } = await startPglite(databaseIn(folder), {}, (fault) => fault)
  const upkeep = startUpkeep(pglite, databaseIn(folder))
  await pglite.exec(`create table things as select repeat('x', 200) as text from generate_series(1, 5000)`)
  upkeep.pause()
  await pass(t, pglite, 10)
  await sleep(100)
  assert.equal(await vacuumsOf(pglite, 'things'), 0)
  upkeep.resume()
  await pass(t, pglite, 10)
  await until(async () => (await vacuumsOf(pglite, 'things')) === 1)
  upkeep.stop()
  await close()
})

test('rows are frozen long before transaction ids run out, in every database', async (t) => {
  const maxAge = 100_000
  const { db, pass } = await openLate(t, { autovacuum_freeze_max_age: `${maxAge}` })
  await db.exec('set synchronous_commit = off')
  await db.exec(`do $$ begin
    for n in 1..${maxAge + 1} loop perform pg_current_xact_id(); commit; end loop;
  end $$`)
  const age = () => numberOf(db, 'select max(age(datfrozenxid)) from pg_database')
  assert.ok((await age()) > maxAge)
  await pass(10)
  await until(async () => (await age()) < maxAge)
})

/** How many databases there are, of which only the one that is open can be vacuumed. */
const databases = 'select count(*) from pg_database'

test('a new database is the only one in its folder from the start', async (t) => {
  const { db } = await openLate(t)
  assert.equal(await numberOf(db, databases), 1)
})

test('a database that was made with templates loses them, but not at once: commands that change nothing open it, too', async (t) => {
  const folder = await newFolder()
  const { pglite, close } = await startPglite(databaseIn(folder), {}, (fault) => fault)
  assert.equal(await numberOf(pglite, databases), 3)
  await close()
  t.mock.timers.enable({ apis: ['setInterval'] })
  const db = await openDurable(folder)
  assert.equal(await numberOf(db, databases), 3)
  await pass(t, db, 10)
  await until(async () => (await numberOf(db, databases)) === 1)
  await db.close()
})
