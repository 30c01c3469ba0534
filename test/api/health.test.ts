import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tables } from '../../src/modules.ts'
import { isAnswerTo, newInquiry } from '../../src/platform/crypto/inquiry.ts'
import { keyRing } from '../../src/platform/crypto/keys.ts'
import { newLine } from '../support/cut-line.ts'
import { get, send } from '../support/http.ts'
import { register, signIn } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { newRestartable } from '../support/restartable.ts'
import { isCitus, isPostgres, newDatabase, startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'

const SECRET_KEY = 'a secret of the tests that nobody else may use'

test('a working service says so', async () => {
  const service = await startTestService()
  for (const path of ['/health/live', '/health/ready']) {
    const answer = await get(service, path)
    assert.deepEqual([answer.status, answer.body], [200, { status: 'ok' }])
    assert.equal((await send(service, 'HEAD', path)).status, 200)
  }
})

test('the database server’s name is shown only to holders of the key', { skip: !isPostgres }, async () => {
  const service = await startTestService()
  const ask = async (inquiry: string) =>
    (await send(service, 'GET', '/health/ready', { headers: { 'sallyport-inquiry': inquiry } })).body
  const { host } = new URL(String(service.environment.DATABASE_URL))
  assert.deepEqual(await ask(newInquiry(service.deps.keys, service.clock.nowMs)), {
    status: 'ok',
    server: host,
    ...(isCitus && { isSpread: true }),
  })
  const foreign = keyRing(['x'.repeat(32)])
  assert.deepEqual(await ask(newInquiry(foreign, service.clock.nowMs)), { status: 'ok' })
})

test('how the service sees a caller is shown only to holders of its key, and nothing more to others', async () => {
  const service = await startTestService({ TRUSTED_PROXIES: 'loopback' })
  const ask = async (inquiry: string, headers = {}) =>
    (await send(service, 'GET', '/health/live', { headers: { 'sallyport-inquiry': inquiry, ...headers } }))
      .text
  const inquiry = newInquiry(service.deps.keys, service.clock.nowMs)
  const { caller } = JSON.parse(await ask(inquiry, { 'x-forwarded-for': '203.0.113.7' }))
  const { proof, peer, ...seen } = caller
  assert.ok(isAnswerTo(service.deps.keys, inquiry, proof))
  assert.deepEqual(seen, {
    address: '203.0.113.7',
    counting: 'own',
    farthest: '203.0.113.7',
    isForwarded: true,
    fault: null,
  })
  assert.deepEqual([peer.address, peer.isTrusted], ['127.0.0.1', true])
  assert.equal(JSON.parse(await ask(inquiry)).caller.fault, 'silent')
  const old = newInquiry(service.deps.keys, service.clock.nowMs - 61_000)
  const foreign = newInquiry(keyRing(['x'.repeat(32)]), service.clock.nowMs)
  for (const each of ['', 'x', old, foreign]) assert.equal(await ask(each), '{"status":"ok"}')
})

test('the service is ready only while every table exists, and checks each of them', async () => {
  const service = await startTestService()
  const { db } = service.deps
  const rows = await many<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const names = rows
    .map(({ name }) => name)
    .filter((name) => !['key_ids', 'migrations', 'row_keys'].includes(name))
  assert.deepEqual([...tables].sort(), names.sort())
  await db.script('alter table outbox rename to gone')
  assertRefused(await get(service, '/health/ready'), 503, 'unavailable')
  await db.script('alter table gone rename to outbox')
  assert.equal((await get(service, '/health/ready')).status, 200)
})

test('while the database is unreachable the service is live but not ready, afterwards ready again', {
  skip: !isPostgres,
}, async () => {
  const { DATABASE_URL } = (await newDatabase()) as { DATABASE_URL: string }
  const line = await newLine(DATABASE_URL)
  const service = await (await newRestartable()).start({ DATABASE_URL: line.url, SECRET_KEY })
  const person = await register(service)
  line.cut()
  assert.equal((await get(service, '/health/live')).status, 200)
  assertRefused(await get(service, '/health/ready'), 503, 'unavailable')
  assertRefused(await signIn(service, person), 503, 'unavailable')
  assertRefused(await get(service, '/users/me', person.accessToken), 503, 'unavailable')
  line.mend()
  assert.equal((await get(service, '/health/ready')).status, 200)
  assert.equal((await signIn(service, person)).status, 200)
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
})
