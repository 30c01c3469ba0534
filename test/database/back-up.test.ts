import assert from 'node:assert/strict'
import { createWriteStream } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { createGzip } from 'node:zlib'
import { parseConfig } from '../../src/config/config.ts'
import { backUp } from '../../src/platform/db/back-up/back-up.ts'
import { verified } from '../../src/platform/db/back-up/read.ts'
import { restore } from '../../src/platform/db/back-up/restore.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { blankDatabase, emptyFolder } from '../support/back-ups.ts'
import { register, signIn, tokensOf } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

test('an account that was backed up signs in to another database, and a broken back-up is refused', async () => {
  const service = await startTestService()
  const person = await register(service)
  const path = join(await emptyFolder(), 'sallyport.backup')
  const write = (lines: AsyncIterable<string>) => pipeline(lines, createGzip(), createWriteStream(path))
  const rows = await backUp(service.deps.db, { program: 'tests', write })
  const found = await verified(path)
  const written = Object.entries(rows).filter(([, count]) => count > 0)
  assert.deepEqual(found.rows, Object.fromEntries(written))

  const environment = await blankDatabase()
  const db = await openDatabase(parseConfig(environment), () => {})
  await restore(db, path, found).finally(() => db.close())
  const restored = await startTestService(environment)
  tokensOf(await signIn(restored, person))

  await truncate(path, 1_000)
  await assert.rejects(verified(path), /sallyport\.backup is damaged: .* Take another back-up/)
  await assert.rejects(verified(`${path}.gz`), /sallyport\.backup\.gz cannot be read: ENOENT/)
})
