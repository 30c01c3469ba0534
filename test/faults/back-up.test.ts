import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cp, readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Environment } from '../../src/config/config.ts'
import { backUpOf, emptyFolder, restoreInto } from '../support/back-ups.ts'
import { besideCli, startCli } from '../support/cli.ts'
import { register, signIn, tokensOf } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { isPostgres, newDatabase, testSecretKey } from '../support/service.ts'
import { noDisk, smallDisk } from '../support/small-disk.ts'

const settings = { SECRET_KEY: testSecretKey, REGISTRATIONS_PER_HOUR: '0' }

const started = async () => {
  const environment: Environment = { ...(await newDatabase()), ...settings }
  const service = await spawnService(environment)
  return { environment, service, person: await register(service) }
}

test('a killed command harms neither the service nor the next back-up', async () => {
  const { environment, service, person } = await started()
  const child = startCli(environment, 'back-up', join(await emptyFolder(), 'file'))
  // while it copies, if the database is embedded
  await once(child.stderr, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  tokensOf(await signIn(service, person))
  const target = await newDatabase()
  await restoreInto(target, await backUpOf(environment))
  const restored = await spawnService({ ...target, ...settings })
  tokensOf(await signIn(restored, person))
  if (!isPostgres) assert.deepEqual(await readdir(join(String(environment.DATA_DIR), 'copy')), ['lock'])
})

test('an interrupted command leaves no file', async () => {
  const { environment } = await started()
  const folder = await emptyFolder()
  const child = startCli(environment, 'back-up', join(folder, 'file'))
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  const [status] = await once(child, 'exit')
  const left = await readdir(folder)
  assert.ok(status === 0 ? left.join() === 'file' : left.length === 0, `${status}: ${left}`)
})

test('a service killed during a back-up starts again, and can be backed up', async () => {
  const { environment, service, person } = await started()
  const path = join(await emptyFolder(), 'file')
  const child = startCli(environment, 'back-up', path)
  const ended = once(child, 'exit')
  await once(child.stderr, 'data')
  await service.end('SIGKILL')
  const again = await spawnService(environment)
  tokensOf(await signIn(again, person))
  const [status] = await ended
  assert.equal(status, 0, 'what it needs, it has read or copied')
  await restoreInto(await newDatabase(), path)
  await backUpOf(environment)
})

test('a process that begins a copy and does not end it does not block the service', {
  skip: isPostgres,
}, async () => {
  const { environment, service, person } = await started()
  const socket = connect(join(String(environment.DATA_DIR), 'postgres', 'copy.sock'))
  socket.write('begin')
  await once(socket, 'data')
  tokensOf(await signIn(service, person))
  const other = await besideCli(environment, 'back-up', join(await emptyFolder(), 'file'))
  assert.match(other.stderr, /another copy is being made/)
  assert.equal(await service.end('SIGTERM'), 0)
  const again = await spawnService(environment)
  tokensOf(await signIn(again, person))
})

test('of two back-ups at once, both succeed, or the second is refused because of the first', async () => {
  const { environment } = await started()
  const folder = await emptyFolder()
  const outcomes = await Promise.all(
    ['one', 'two'].map((name) => besideCli(environment, 'back-up', join(folder, name))),
  )
  const made = outcomes.filter(({ status }) => status === 0)
  assert.ok(made.length >= (isPostgres ? 2 : 1))
  for (const { status, stderr } of outcomes)
    if (status !== 0) assert.match(stderr, /is already being copied|another copy is being made/)
  assert.equal((await readdir(folder)).length, made.length)
})

test('a full disk is named, and nothing is left behind', { skip: noDisk }, async () => {
  const { environment, service, person } = await started()
  const disk = smallDisk(1)
  disk.fill()
  const { status, stderr } = await besideCli(environment, 'back-up', join(disk.folder, 'file'))
  assert.equal(status, 1)
  assert.match(stderr, /file cannot be written: ENOSPC/)
  assert.deepEqual(await readdir(disk.folder), ['ballast'])
  tokensOf(await signIn(service, person))
})

test('a copy without enough room is not begun, and the service continues', {
  skip: isPostgres || noDisk,
}, async () => {
  const { folder } = smallDisk(100)
  const { DATA_DIR } = await newDatabase()
  await cp(String(DATA_DIR), folder, { recursive: true })
  const environment = { DATA_DIR: folder, ...settings }
  const service = await spawnService(environment)
  const person = await register(service)
  const { status, stderr } = await besideCli(environment, 'back-up', join(await emptyFolder(), 'file'))
  assert.equal(status, 1)
  assert.match(stderr, /DATA_DIR: a copy of the database needs \d+ MB .* \d+ MB left/)
  tokensOf(await signIn(service, person))
  await assert.rejects(stat(join(folder, 'copy', 'data')))
})

test('a folder whose path is too long for a socket is served all the same', {
  skip: isPostgres,
}, async () => {
  const { DATA_DIR } = await newDatabase()
  const folder = join(await emptyFolder(), 'a'.repeat(100))
  await cp(String(DATA_DIR), folder, { recursive: true })
  const environment = { DATA_DIR: folder, ...settings }
  const service = await spawnService(environment)
  assert.match(service.said.join('\n'), /no command can use the database while this service runs/)
  const { status, stderr } = await besideCli(environment, 'back-up', join(await emptyFolder(), 'file'))
  assert.equal(status, 1)
  assert.match(stderr, /in use by another process.*\n.*said at its start why/)
  await service.end('SIGTERM')
  await backUpOf(environment)
})
