import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { newDatabase } from '../test/folder.ts'
import { durableFs } from './durable-fs.ts'
import { startParams } from './start-pglite.ts'

test('every commit is synced to the disk before it is acknowledged', async () => {
  let syncs = 0
  const fs = durableFs(join(await newDatabase(), 'postgres'), () => syncs++)
  const pglite = await PGlite.create({ fs, startParams: startParams() })
  await pglite.exec('create table things (n integer)')
  for (let n = 0; n < 20; n++) {
    const before = syncs
    await pglite.query('insert into things values ($1)', [n])
    assert.ok(syncs > before, 'a commit without a sync')
  }
  const before = syncs
  await pglite.query('select count(*) from things')
  assert.equal(syncs, before, 'reading needs no sync')
  await pglite.close()
})
