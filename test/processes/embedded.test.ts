import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openEmbedded } from '../../src/platform/db/embedded.ts'
import { spawnService } from '../support/process.ts'
import { isPostgres, newDatabase } from '../support/service.ts'
import { first, sql } from '../support/sql.ts'

const skip = isPostgres

/** What a first start would leave, without the seconds that it takes. */
const usedFolder = async () => String((await newDatabase()).DATA_DIR)

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-embedded-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a data folder belongs to one process, and a second one is refused', { skip }, async () => {
  const folder = await usedFolder()
  const db = await openEmbedded(folder)
  await assert.rejects(openEmbedded(folder), /is in use by another process/)
  await assert.rejects(spawnService({ DATA_DIR: folder }), /is in use by another process/)
  await db.close()
  const again = await openEmbedded(folder)
  assert.deepEqual(await first(again, sql`select 1 as one`), { one: 1 })
  await again.close()
})

test('a killed process leaves no lock, and its key and data are readable by their owner alone', {
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

test('a port in use, or an address of another machine, is named by its setting', { skip }, async () => {
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
