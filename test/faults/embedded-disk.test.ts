import assert from 'node:assert/strict'
import { once } from 'node:events'
import { statSync, truncateSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '../../src/platform/db/embedded.ts'
import { post } from '../support/http.ts'
import { goesOn, type Life } from '../support/load.ts'
import { spawnService } from '../support/process.ts'
import { isPostgres, newDatabase, testSecretKey } from '../support/service.ts'
import { noDisk, smallDisk } from '../support/small-disk.ts'
import { first, sql } from '../support/sql.ts'

const skip = isPostgres || noDisk
const password = 'correct horse battery'

/** What a first start on this disk would leave, without the seconds that it takes. */
const usedFolder = async (disk: { folder: string }) => {
  const folder = join(disk.folder, 'data')
  await cp(String((await newDatabase()).DATA_DIR), folder, { recursive: true })
  return folder
}

test('a full disk answers 503, loses nothing, and recovers once there is room', { skip }, async () => {
  const disk = smallDisk(90)
  const environment = { DATA_DIR: await usedFolder(disk), SECRET_KEY: testSecretKey }
  const service = await spawnService(environment)
  const lives: Life[] = []
  const register = async (name: string) => {
    const email = `${name}@example.com`
    const answer = await post(service, '/auth/register', { email, password, passwordConfirmation: password })
    if (answer.status === 201) lives.push({ email, pair: answer.body, spent: [] })
    return answer.status
  }
  assert.equal(await register('before'), 201)
  disk.fill()
  const statuses = new Set<number>()
  for (let tries = 0; tries < 300 && !statuses.has(503); tries++)
    statuses.add(await register(`full-${tries}`))
  assert.ok(statuses.has(503), 'the disk was never full')
  statuses.delete(201)
  assert.deepEqual([...statuses], [503])
  disk.empty()
  assert.equal(await register('after'), 201)
  for (const life of lives) await goesOn(service, life)
  disk.fill()
  const closed = once(service.child, 'close')
  assert.equal(typeof (await service.end('SIGTERM')), 'number')
  await closed
  assert.match(service.said.join('\n'), /DATA_DIR: .*Free some space on its disk/)
  // it starts when what it tidies up makes enough room
  const meanwhile = await spawnService(environment).catch((error: Error) => error)
  if (meanwhile instanceof Error)
    assert.match(meanwhile.message, /^DATA_DIR: .*Free some space on its disk\.\n$/)
  else await meanwhile.end('SIGTERM')
  disk.empty()
  const next = await spawnService(environment)
  for (const life of lives) await goesOn(next, life)
  assert.equal(await next.end('SIGTERM'), 0)
})

test('a first start on a full disk is refused, leaves nothing behind, and works once there is room', {
  skip,
}, async () => {
  const disk = smallDisk(90)
  const folder = join(disk.folder, 'data')
  disk.fill()
  await assert.rejects(openEmbedded(folder), /^Error: DATA_DIR: .*Free some space on its disk\.$/)
  disk.empty()
  await (await openEmbedded(folder)).close()
})

test('a table is not vacuumed where the log has no room for it', { skip }, async (t) => {
  const disk = smallDisk(700)
  const reasons: Error[] = []
  t.mock.timers.enable({ apis: ['setInterval'] })
  const db = await openEmbedded(await usedFolder(disk), (error) => reasons.push(error))
  await db.script(`create table things as select n, repeat('x', 1000) as text from generate_series(1, 120000) as n;
    checkpoint`)
  disk.fill()
  // enough for its maps, and not for the log
  truncateSync(join(disk.folder, 'ballast'), statSync(join(disk.folder, 'ballast')).size - 4 * 2 ** 20)
  const vacuums = async () => {
    const counted = sql`select vacuum_count as n from pg_stat_all_tables where relname = 'things'`
    return Number((await first<{ n: number }>(db, counted))?.n)
  }
  t.mock.timers.tick(600_000)
  await sleep(500)
  assert.deepEqual([reasons, await vacuums()], [[], 0])
  disk.empty()
  t.mock.timers.tick(600_000)
  for (let tries = 0; tries < 500 && (await vacuums()) === 0; tries++) await sleep(20)
  assert.equal(await vacuums(), 1)
  await db.close()
})

test('a log that cannot grow stops the database, and everything acknowledged is recovered', {
  skip,
}, async () => {
  const disk = smallDisk(120)
  const folder = await usedFolder(disk)
  const reasons: Error[] = []
  const db = await openEmbedded(folder, (error) => reasons.push(error))
  await db.script(`create table things (n integer);
    insert into things values (0);
    create table ballast as select repeat(md5(n::text), 200) as text from generate_series(1, 100) as n`)
  disk.fill()
  let acknowledged = 0
  const write = async () => {
    // rewriting the same pages makes the log grow, and nothing else
    await db.transaction(async (runner) => {
      await runner.run(sql`update things set n = n + 1`)
      await runner.script("select pg_logical_emit_message(true, 'test', repeat('x', 1000000))")
    })
    acknowledged++
  }
  const lost = await (async () => {
    for (;;) await write()
  })().catch((error: Error) => error)
  assert.match(String(lost), /^Error: DATA_DIR: .*No space left on device.*Free some space on its disk\.$/)
  assert.deepEqual(reasons, [lost])
  await assert.rejects(db.run(sql`select 1`), lost)
  await assert.rejects(db.close(), lost)
  disk.empty()
  const again = await openEmbedded(folder)
  const kept = await first<{ n: number }>(again, sql`select n from things`)
  assert.ok(acknowledged > 0 && kept?.n === acknowledged, `${kept?.n} of ${acknowledged} are left`)
  await again.close()
})
