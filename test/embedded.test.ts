import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { first } from '../src/platform/db/db.ts'
import { durableFs } from '../src/platform/db/durable-fs.ts'
import { openEmbedded } from '../src/platform/db/embedded.ts'
import { createDatabase } from '../src/platform/db/first-start.ts'
import { sql } from '../src/platform/db/sql.ts'
import { startParams } from '../src/platform/db/start-pglite.ts'
import { spawnService } from './support/process.ts'
import { isPostgres, newDatabase } from './support/service.ts'

const skip = isPostgres

/** What a first start would leave, without the seconds that it takes. */
const usedFolder = async () => String((await newDatabase()).DATA_DIR)

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-embedded-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('every commit is synced to the disk before it is acknowledged', { skip }, async () => {
  let syncs = 0
  const fs = durableFs(join(await usedFolder(), 'postgres'), () => syncs++)
  const pglite = await PGlite.create({ fs, startParams })
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

test('a data folder has one process, and the second is told so', { skip }, async () => {
  const folder = await usedFolder()
  const db = await openEmbedded(folder)
  await assert.rejects(openEmbedded(folder), /is in use by another process/)
  await assert.rejects(spawnService({ DATA_DIR: folder }), /is in use by another process/)
  await db.close()
  const again = await openEmbedded(folder)
  assert.deepEqual(await first(again, sql`select 1 as one`), { one: 1 })
  await again.close()
})

test('a process that was killed leaves no lock, and its key and data are its owner’s alone', {
  skip,
}, async () => {
  const folder = join(await newFolder(), 'data')
  const killed = await spawnService({ DATA_DIR: folder })
  await killed.end('SIGKILL')
  const next = await spawnService({ DATA_DIR: folder })
  assert.equal((await stat(join(folder, 'secret.key'))).mode & 0o777, 0o600)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal(await next.end('SIGTERM'), 0)
})

test('a first start that was interrupted begins again', { skip }, async () => {
  const folder = join(await newFolder(), 'data')
  await mkdir(join(folder, 'postgres.part', 'base'), { recursive: true })
  await writeFile(join(folder, 'postgres.part', 'PG_VERSION'), '18')
  const db = await openEmbedded(folder)
  await db.script('create table things (n integer)')
  await db.close()
  assert.deepEqual((await readdir(folder)).sort(), ['lock', 'postgres'])
  const again = await openEmbedded(folder)
  assert.deepEqual(await first(again, sql`select count(*)::integer as count from things`), { count: 0 })
  await again.close()
})

test('a database has its name only once it is whole', { skip }, async () => {
  const folder = join(await newFolder(), 'postgres')
  const half = async (part: string) => {
    await mkdir(part)
    await writeFile(join(part, 'PG_VERSION'), '18')
    assert.equal(existsSync(folder), false)
    throw new Error('the power is cut')
  }
  await assert.rejects(createDatabase(folder, half), /the power is cut/)
  assert.equal(existsSync(folder), false)
})

test('the log of a database that runs for long stays short', { skip }, async (t) => {
  const folder = await usedFolder()
  t.mock.timers.enable({ apis: ['setInterval'] })
  const db = await openEmbedded(folder)
  await db.script('create table things (text text)')
  for (let round = 0; round < 10; round++) {
    await db.script(`insert into things select repeat(md5(n::text), 30) from generate_series(1, 40000) as n;
      truncate things`)
    t.mock.timers.tick(60_000)
    // behind the checkpoint, if there is one: statements follow one another
    for (let turn = 0; turn < 3; turn++) await db.run(sql`select 1`)
  }
  const segments = (await readdir(join(folder, 'postgres', 'pg_wal'))).filter((name) =>
    /^[0-9A-F]{24}$/.test(name),
  )
  assert.ok(segments.length <= 10, `${segments.length} segments of 16 MB`)
  await db.close()
})

test('a folder that was there before keeps its mode, for others may need it, and the database in it is private', {
  skip,
}, async () => {
  const folder = await newFolder()
  await chmod(folder, 0o755)
  const db = await openEmbedded(folder)
  await db.close()
  assert.equal((await stat(folder)).mode & 0o777, 0o755)
  assert.equal((await stat(join(folder, 'postgres'))).mode & 0o077, 0)
})

test('a port in use, or an address of no one, is named by its setting', { skip }, async () => {
  const taken = createServer()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  const { port } = taken.address() as AddressInfo
  await assert.rejects(
    spawnService({ DATA_DIR: await usedFolder(), PORT: String(port) }),
    new RegExp(`PORT: ${port} is in use by another program`),
  )
  taken.close()
  await assert.rejects(
    spawnService({ DATA_DIR: await usedFolder(), HOST: '192.0.2.1' }),
    /HOST: 192\.0\.2\.1 is not an address of this machine/,
  )
})
