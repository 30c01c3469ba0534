import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { chmod, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { contentsOf, newDatabase, newFolder } from '../test/folder.ts'
import { FolderFault } from './folder-fault.ts'
import { hasDatabase } from './has-database.ts'
import { openDurable } from './open-durable.ts'

test('a transaction is kept as a whole, or not at all', async () => {
  const folder = await newDatabase()
  const db = await openDurable(folder, { parameters: { TimeZone: 'UTC' } })
  await db.exec('create table things (n integer)')
  await db.transaction(({ query }) => query('insert into things values ($1)', [1]))
  const failing = db.transaction(async ({ query }) => {
    await query('insert into things values (2)')
    throw new Error('never mind')
  })
  await assert.rejects(failing, /^Error: never mind$/)
  await db.close()
  const again = await openDurable(folder, { parameters: { TimeZone: 'UTC' } })
  assert.deepEqual((await again.query('select n from things')).rows, [{ n: 1 }])
  assert.deepEqual((await again.query('show timezone')).rows, [{ TimeZone: 'UTC' }])
  await again.close()
})

test('a prepared statement survives failures and changes of its table', async () => {
  const db = await openDurable(await newDatabase())
  await db.exec('create table things (n integer primary key, at timestamptz)')
  const insert = { name: 'insert', text: 'insert into things values ($1, $2) returning *' }
  const list = { name: 'list', text: 'select * from things where n = any ($1) order by n' }
  const at = new Date('2026-01-02T03:04:05Z')
  for (const n of [1, 2]) assert.deepEqual((await db.prepared(insert, [n, at])).rows, [{ n, at }])
  assert.equal((await db.prepared(insert, [3, null])).affectedRows, 1)
  await assert.rejects(db.prepared(insert, [1, null]), { code: '23505', constraint: 'things_pkey' })
  await assert.rejects(db.prepared(insert, ['one', null]), { code: '22P02' })
  await assert.rejects(db.prepared({ name: 'wrong', text: 'select nothing' }, []), { code: '42703' })
  assert.deepEqual((await db.prepared(list, [[1, 3, 4]])).rows, [
    { n: 1, at },
    { n: 3, at: null },
  ])
  const four = { list: '00000001000000000000001700000001000000010000000400000004', integer: '00000004' }
  const inserted = await db.prepared(insert, [new Uint8Array(Buffer.from(four.integer, 'hex')), null])
  assert.deepEqual(inserted.rows, [{ n: 4, at: null }])
  const listed = await db.prepared(list, [new Uint8Array(Buffer.from(four.list, 'hex'))])
  assert.deepEqual(listed.rows, inserted.rows)
  const each = await db.transaction(({ prepared }) =>
    Promise.all([1, 2, 3].map((n) => prepared<{ n: number }>(list, [[n]]))),
  )
  assert.deepEqual(
    each.map(({ rows }) => rows[0]?.n),
    [1, 2, 3],
  )
  await db.exec('alter table things drop column at, add column note text')
  assert.deepEqual((await db.prepared(list, [[2]])).rows, [{ n: 2, note: null }])
  const changed = db.transaction(async ({ exec, prepared }) => {
    await exec('alter table things drop column note')
    assert.deepEqual((await prepared(list, [[2]])).rows, [{ n: 2 }])
    throw new Error('never mind')
  })
  await assert.rejects(changed, /never mind/)
  await assert.rejects(db.prepared(list, [[2]]), { code: '0A000' })
  assert.deepEqual((await db.prepared(list, [[2]])).rows, [{ n: 2, note: null }])
  await db.close()
  await assert.rejects(db.prepared(list, [[2]]), /PGlite is closed/)
})

test('a prepared statement waits for another’s transaction, and is rolled back with its own', async () => {
  const db = await openDurable(await newDatabase())
  await db.exec('create table things (n integer)')
  const insert = { name: 'insert', text: 'insert into things values ($1)' }
  let go = () => {}
  const begun = new Promise<void>((resolve) => {
    go = resolve
  })
  const undone = db.transaction(async (inside) => {
    await inside.prepared(insert, [1])
    go()
    await setTimeout(50)
    throw new Error('never mind')
  })
  await begun
  await Promise.all([db.prepared(insert, [2]), assert.rejects(undone, /never mind/)])
  const { prepared } = await db.transaction(async (inside) => inside)
  await assert.rejects(prepared(insert, [3]), /^Error: Transaction is closed$/)
  assert.deepEqual((await db.query('select n from things')).rows, [{ n: 2 }])
  await db.close()
})

test('a killed process leaves every commit that it acknowledged, and no lock', async () => {
  const folder = await newDatabase()
  const writer = spawn(process.execPath, [join(import.meta.dirname, '../test/writer.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const text of writer.stdout) {
    if (said === '') await assert.rejects(openDurable(folder), /is in use by another process/)
    said += text
    if (said.includes('\n50\n')) writer.kill('SIGKILL')
  }
  const acknowledged = Number(said.trimEnd().split('\n').at(-1))
  const db = await openDurable(folder)
  const { rows } = await db.query<{ kept: number }>('select count(*)::integer as kept from things')
  assert.ok(rows[0] && rows[0].kept >= acknowledged, `${rows[0]?.kept} of ${acknowledged} are left`)
  await db.close()
})

test('after a failed sync every statement is refused, and acknowledged data is there on reopening', async () => {
  const folder = await newDatabase()
  const told: Error[] = []
  const db = await openDurable(folder, { onFault: (fault) => told.push(fault), label: 'FOLDER' })
  await db.exec('create table things (n integer); insert into things values (1)')
  const lost = await withFailingSync(() =>
    db.query('insert into things values (2)').catch((error: Error) => error),
  )
  assert.ok(lost instanceof FolderFault)
  assert.match(lost.message, /^FOLDER: \S*postgres cannot be used \(EIO/)
  assert.deepEqual(told, [lost])
  await assert.rejects(db.query('select 1'), lost)
  await assert.rejects(db.close(), lost)
  const again = await openDurable(folder)
  assert.equal((await again.query('select from things where n = 1')).rows.length, 1)
  await again.close()
})

test('an incomplete database is refused in one line, and left untouched', async () => {
  assert.equal(await hasDatabase(await newFolder()), false)
  const folder = await newDatabase()
  await (await openDurable(folder)).close()
  assert.equal(await hasDatabase(folder), true)
  for (const damage of [
    () => truncate(join(folder, 'postgres/global/pg_control'), 100),
    () => writeFile(join(folder, 'postgres/PG_VERSION'), '9'),
    () => rm(join(folder, 'postgres/PG_VERSION')),
  ]) {
    await damage()
    const before = await contentsOf(folder)
    await assert.rejects(openDurable(folder), (fault) => {
      assert.ok(fault instanceof FolderFault)
      assert.match(fault.message, /^[^\n]* [Rr]estore the folder from a back-up[^\n]*$/)
      return true
    })
    assert.deepEqual(await contentsOf(folder), before)
  }
})

test('an existing folder keeps its mode, and the database in it is private', async () => {
  const folder = await newFolder()
  await chmod(folder, 0o755)
  const db = await openDurable(folder)
  await db.close()
  assert.equal((await stat(folder)).mode & 0o777, 0o755)
  assert.equal((await stat(join(folder, 'postgres'))).mode & 0o077, 0)
})

const withFailingSync = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const sync = fs.fdatasyncSync
  fs.fdatasyncSync = () => {
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
  }
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    fs.fdatasyncSync = sync
    syncBuiltinESMExports()
  }
}
