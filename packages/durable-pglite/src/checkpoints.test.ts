import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newDatabase } from '../test/folder.ts'
import { openDurable } from './open-durable.ts'

test('the log of a long-running database stays short', async (t) => {
  const folder = await newDatabase()
  t.mock.timers.enable({ apis: ['setInterval'] })
  const db = await openDurable(folder)
  await db.exec('create table things (text text)')
  for (let round = 0; round < 6; round++) {
    await db.exec(`insert into things select repeat(md5(n::text), 30) from generate_series(1, 40000) as n;
      truncate things`)
    t.mock.timers.tick(60_000)
    // behind the checkpoint, if there is one: statements follow one another
    for (let turn = 0; turn < 3; turn++) await db.query('select 1')
  }
  const segments = (await readdir(join(folder, 'postgres', 'pg_wal'))).filter((name) =>
    /^[0-9A-F]{24}$/.test(name),
  )
  assert.ok(segments.length <= 10, `${segments.length} segments of 16 MB`)
  await db.close()
})
