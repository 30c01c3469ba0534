import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { newFolder } from '../test/folder.ts'
import { createDatabase } from './create-database.ts'
import { openDurable } from './open-durable.ts'

test('an interrupted first start begins again', async () => {
  const folder = join(await newFolder(), 'data')
  await mkdir(join(folder, 'postgres.part', 'base'), { recursive: true })
  await writeFile(join(folder, 'postgres.part', 'PG_VERSION'), '18')
  const db = await openDurable(folder)
  await db.exec('create table things (n integer)')
  await db.close()
  assert.deepEqual((await readdir(folder)).sort(), ['lock', 'postgres'])
  const again = await openDurable(folder)
  const { rows } = await again.query('select count(*)::integer as count from things')
  assert.deepEqual(rows, [{ count: 0 }])
  await again.close()
})

test('a database gets its name only once it is complete', async () => {
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

test('a process with a low limit of open files can create a database', async () => {
  const folder = await newFolder()
  const start = `
    import { openDurable } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
    await (await openDurable(${JSON.stringify(folder)})).close()`
  const limited = ['-c', 'ulimit -n 256; exec "$0" "$@"', process.execPath, '--input-type=module']
  await promisify(execFile)('sh', [...limited, '-e', start])
  assert.deepEqual((await readdir(folder)).sort(), ['lock', 'postgres'])
})
