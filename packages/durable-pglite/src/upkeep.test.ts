import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { newDatabase } from '../test/folder.ts'
import { openDurable } from './open-durable.ts'

/** A database whose time is moved by hand. */
const openLate = async (t: TestContext, parameters = {}) => {
  const folder = await newDatabase()
  t.mock.timers.enable({ apis: ['setInterval'] })
  const db = await openDurable(folder, { parameters })
  t.after(() => db.close())
  /** @param minutes on whose last something is due */
  const pass = async (minutes: number) => {
    // PostgreSQL itself does so once in a second
    await db.query('select pg_stat_force_next_flush()')
    t.mock.timers.tick(minutes * 60_000)
    // behind what that began: statements follow one another
    for (let turn = 0; turn < 9; turn++) await db.query('select 1')
  }
  return { folder, db, pass }
}

test('the log of a long-running database stays short', async (t) => {
  const { folder, db, pass } = await openLate(t)
  await db.exec('create table things (text text)')
  for (let round = 0; round < 6; round++) {
    await db.exec(`insert into things select repeat(md5(n::text), 30) from generate_series(1, 40000) as n;
      truncate things`)
    await pass(1)
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
    const sizes: number[] = []
    for (let round = 0; round < 6; round++) {
      await db.exec(change)
      await pass(10)
      const size = `select pg_total_relation_size('"Odd names"')::int as size`
      sizes.push((await db.query<{ size: number }>(size)).rows[0]?.size ?? 0)
    }
    // what goes and what takes its place are there together
    const [, both = 0] = sizes
    assert.ok(Math.max(...sizes) <= both * 1.1, sizes.join(' '))
  })

test('a table that grew before the last start is vacuumed, too', async (t) => {
  const { folder, db } = await openLate(t)
  await db.exec(
    `create table things as select n, repeat('x', 200) as text from generate_series(1, 5000) as n`,
  )
  await db.exec('delete from things')
  await db.close()
  const later = await openDurable(folder)
  t.after(() => later.close())
  const sizeOf = async () =>
    (await later.query<{ size: number }>(`select pg_relation_size('things')::int as size`)).rows[0]?.size
  assert.notEqual(await sizeOf(), 0)
  t.mock.timers.tick(10 * 60_000)
  for (let turn = 0; turn < 9; turn++) await later.query('select 1')
  assert.equal(await sizeOf(), 0)
})

test('rows are frozen long before transaction ids run out, in every database', async (t) => {
  const maxAge = 100_000
  const { db, pass } = await openLate(t, { autovacuum_freeze_max_age: `${maxAge}` })
  await db.exec('set synchronous_commit = off')
  await db.exec(`do $$ begin
    for n in 1..${maxAge + 1} loop perform pg_current_xact_id(); commit; end loop;
  end $$`)
  const age = async () => {
    const { rows } = await db.query<{ age: number }>('select max(age(datfrozenxid)) as age from pg_database')
    return rows[0]?.age ?? 0
  }
  assert.ok((await age()) > maxAge)
  await pass(10)
  // one table after the other, between these statements
  for (let turn = 0; turn < 300 && (await age()) > maxAge; turn++);
  assert.ok((await age()) < maxAge)
})
