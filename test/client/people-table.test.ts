import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { followed } from '../../examples/people-table/people.ts'
import { newWebhookSecret } from '../../src/messages/webhooks/secrets.ts'
import { signedHeaders } from '../../src/messages/webhooks/sign.ts'
import { changeEmail, registerProven, undo } from '../support/address-change.ts'
import { atEnd } from '../support/at-end.ts'
import { freePort } from '../support/free-port.ts'
import { startMailing } from '../support/mailing.ts'
import { newOperator } from '../support/operators.ts'
import { newEmail, register } from '../support/people.ts'
import { until } from '../support/until.ts'

const root = new URL('../..', import.meta.url)
const service = await startMailing({ WEBHOOK_PRIVATE_HOSTS: 'localhost' })
const { ask } = await newOperator(
  service,
  'webhooks:read',
  'webhooks:write',
  'users:read',
  'users:write',
  'users:delete',
  'import',
)

const folder = await mkdtemp(join(tmpdir(), 'sallyport-people-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
const file = join(folder, 'people.db')
const port = await freePort()
const url = `http://localhost:${port}/webhooks/accounts`
const added = await ask('POST', '/webhooks', { url, types: followed })
const { id, secret } = added.body as { id: string; secret: string }

const complaints: string[] = []

/** The application, once it listens. */
const startTable = async () => {
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, DATABASE: file, PORT: String(port) }
  const args = ['examples/people-table/server.ts']
  const table = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  table.stderr.on('data', (text) => complaints.push(`${text}`))
  atEnd(() => table.kill('SIGKILL'))
  const [line] = await once(table.stdout, 'data')
  assert.equal(`${line}`.trim(), url)
  return table
}

type Row = { id: string; externalId: string | null; email: string | null; isGone: number }

/** What the application itself would ask its table. */
const readTable = (sql: string) => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 20_000 })
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  } finally {
    db.close()
  }
}
const people = () =>
  readTable(
    'select id, external_id as "externalId", email, is_gone as "isGone" from people order by id',
  ) as Row[]
const rowOf = (userId: string) => people().find((row) => row.id === userId)
const countMessages = () => readTable('select id from messages').length

const isTold = async () => {
  const { behind, waiting } = (await ask('GET', `/webhooks/${id}`)).body
  return behind === 0 && waiting === 0
}

let table = await startTable()

test('the table follows people who register, are invited or imported, change and leave', async () => {
  const [ada, bob, cyd] = [
    await registerProven(service),
    await registerProven(service),
    await register(service),
  ]
  await ask('PUT', `/users/${ada.userId}/external-id`, { externalId: 'ada-7' })
  const { email } = await changeEmail(service, ada)
  const { undoToken } = await changeEmail(service, bob)
  assert.equal((await undo(service, undoToken)).status, 204)
  await ask('PUT', `/users/${cyd.userId}/external-id`, { externalId: 'cyd-9' })
  const deleted = await ask('DELETE', `/users/${cyd.userId}`, { reason: 'she asked for it', at: 'now' })
  assert.ok(deleted.status < 300, deleted.text)
  const moved = newEmail()
  const imported = await ask('POST', '/users/import', { people: [{ email: moved, externalId: 'dan-1' }] })
  assert.equal(imported.status, 200, imported.text)
  const [dan] = (await ask('GET', '/users?externalId=dan-1')).body.users
  const invited = newEmail()
  const eli = await ask('POST', '/users', { email: invited, sendInvite: true })
  assert.equal(eli.status, 201, eli.text)

  await until(() => rowOf(cyd.userId)?.isGone === 1 && rowOf(eli.body.id))
  await until(isTold)
  assert.deepEqual(rowOf(ada.userId), { id: ada.userId, externalId: 'ada-7', email, isGone: 0 })
  assert.deepEqual(rowOf(bob.userId), { id: bob.userId, externalId: null, email: bob.email, isGone: 0 })
  assert.deepEqual(rowOf(cyd.userId), { id: cyd.userId, externalId: null, email: null, isGone: 1 })
  assert.deepEqual(rowOf(eli.body.id), { id: eli.body.id, externalId: null, email: invited, isGone: 0 })
  assert.deepEqual(rowOf(dan.id), { id: dan.id, externalId: 'dan-1', email: moved, isGone: 0 })
})

test('killed in between and told everything again, the table is what it would have been', async () => {
  const before = await Promise.all(Array.from({ length: 20 }, () => register(service)))
  table.kill('SIGKILL')
  await once(table, 'exit')
  const meanwhile = await Promise.all(Array.from({ length: 5 }, () => register(service)))
  table = await startTable()
  await service.deps.db.script('update webhooks set paused_until = now()')
  for (const { userId, email } of [...before, ...meanwhile]) await until(() => rowOf(userId)?.email === email)
  await until(isTold)
  const [rows, messages] = [people(), countMessages()]
  const replayed = await ask('POST', `/webhooks/${id}/replay`, { after: '2020-01-01T00:00:00Z' })
  assert.equal(replayed.status, 202, replayed.text)
  assert.ok(replayed.body.queued > messages)
  await until(isTold)
  assert.deepEqual([people(), countMessages()], [rows, messages])
})

/** A message as the service would send it. */
const tell = async (messageId: string, type: string, data: object, signedBy = secret) => {
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  const seconds = Math.floor(Date.now() / 1_000)
  const headers = signedHeaders([signedBy], { id: messageId, seconds, body })
  return (await fetch(url, { method: 'POST', headers, body })).status
}

test('nobody else is heard, and nothing brings back who is gone', async () => {
  const userId = '01a20303-9559-7000-8000-000000000000'
  const registered = ['user.registered', { userId, email: 'eve@example.com' }] as const
  assert.equal(await tell('900000000000001', ...registered, newWebhookSecret()), 400)
  assert.equal(rowOf(userId), undefined)
  assert.equal(await tell('900000000000002', 'account.deleted', { userId }), 204)
  assert.equal(await tell('900000000000003', ...registered), 204)
  assert.deepEqual(rowOf(userId), { id: userId, externalId: null, email: null, isGone: 1 })
  assert.equal(await tell('900000000000004', 'made.up', { userId: 'someone' }), 204)
  assert.equal(rowOf('someone'), undefined)
})

test('a message that has come before does nothing', async () => {
  const userId = '01a20303-9559-7000-8000-000000000002'
  assert.equal(await tell('900000000000006', 'user.registered', { userId, email: 'gil@example.com' }), 204)
  assert.equal(await tell('900000000000007', 'email.changed', { userId, email: 'hal@example.com' }), 204)
  assert.equal(await tell('900000000000006', 'user.registered', { userId, email: 'gil@example.com' }), 204)
  assert.equal(rowOf(userId)?.email, 'hal@example.com')
})

test('what cannot be stored is refused, so that it comes again', async () => {
  const userId = '01a20303-9559-7000-8000-000000000001'
  assert.equal(await tell('900000000000005', 'user.registered', { userId, email: {} }), 500)
  assert.match(complaints.join(''), /cannot be bound/)
  assert.equal(await tell('900000000000005', 'user.registered', { userId, email: 'fay@example.com' }), 204)
  assert.equal(rowOf(userId)?.email, 'fay@example.com')
})

test('the application stops when told to', async () => {
  table.kill('SIGTERM')
  assert.deepEqual(await once(table, 'exit'), [0, null])
  assert.equal(complaints.length, 1, complaints.join(''))
})
