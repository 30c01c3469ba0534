import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { revokeServiceKey } from '../../src/credentials/service-keys/revoke.ts'
import { serviceKeyTokens } from '../../src/credentials/service-keys/token.ts'
import { jobs } from '../../src/modules.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { get, post } from '../support/http.ts'
import { register } from '../support/people.ts'
import { statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { assertKeyRefused, newServiceKey } from '../support/service-keys.ts'
import { sql } from '../support/sql.ts'

const service = await startTestService({ TRUSTED_PROXIES: 'loopback' })
const second = await startSecond(service)
const { db } = service.deps
const { accessToken } = await register(service)

const free = 100
let lastAddress = 0
/** A network address of its own. */
const newPlace = () => ({ 'x-forwarded-for': `203.0.113.${++lastAddress}` })

const introspect = (key: string, headers: Record<string, string> = newPlace(), at = service) =>
  post(at, '/auth/introspect', { token: accessToken }, { token: key, headers })

test('a revoked key stops working at once, in every process', async () => {
  for (let turn = 0; turn < 20; turn++) {
    const { id, key } = await newServiceKey(service)
    assert.equal((await introspect(key, newPlace(), second)).status, 200)
    await revokeServiceKey(service.deps, id)
    assertKeyRefused(await introspect(key, newPlace(), second))
    assertKeyRefused(await introspect(key))
  }
})

test('an expired key does not work, and is deleted after a while', async () => {
  const { id, key } = await newServiceKey(service)
  await db.run(sql`
    update service_keys set created_at = now() - interval '1 year', expires_at = now() - interval '1 millisecond' where id = ${id}`)
  assertKeyRefused(await introspect(key))
  assert.ok(service.logs.some((line) => line.includes(id) && line.includes('"fault":"expired"')))
  await db.run(sql`
    update service_keys
    set created_at = now() - interval '1 year', expires_at = now() - interval '91 days'
    where id = ${id}`)
  await runJobs(service.deps, jobs)
  assert.deepEqual(await db.run(sql`select from service_keys where id = ${id}`), [])
})

test('no key lives for more than a year', async () => {
  const { id } = await newServiceKey(service, { days: 36_500 })
  const [row] = await db.run<{ isBound: boolean }>(sql`
    select expires_at <= (now() + interval '1 year')::timestamptz(3) as "isBound" from service_keys where id = ${id}`)
  assert.equal(row?.isBound, true)
})

test('a key works for its own purpose, and nothing else accepts it', async () => {
  const { key: checker } = await newServiceKey(service, { scopes: ['introspect'] })
  const { key: reader } = await newServiceKey(service, { scopes: ['events:read'] })
  const feed = (key: string) => get(service, '/events', key)
  assert.equal((await feed(reader)).status, 200)
  const refused = await feed(checker)
  assertRefused(refused, 403, 'insufficient_scope')
  const challenge = 'Bearer error="insufficient_scope", scope="events:read"'
  assert.equal(refused.headers.get('www-authenticate'), challenge)
  assertRefused(await introspect(reader), 403, 'insufficient_scope')
  const batch = await post(service, '/auth/introspect/batch', { tokens: [accessToken] }, { token: reader })
  assertRefused(batch, 403, 'insufficient_scope')
  assertRefused(await get(service, '/users/me', checker), 401, 'unauthorized')
  assertKeyRefused(await feed(accessToken))
})

test('a key works from its own networks only', async () => {
  const networks = ['198.51.100.0/24', '2001:db8::/32']
  const { id, key } = await newServiceKey(service, { networks })
  const from = (address: string) => introspect(key, { 'x-forwarded-for': address })
  for (const address of ['198.51.100.7', '2001:db8:1::1']) assert.equal((await from(address)).status, 200)
  for (const address of ['198.51.101.7', '2001:db9::1']) assertKeyRefused(await from(address))
  assert.ok(service.logs.some((line) => line.includes(id) && line.includes('not from this address')))
  // a proxy that does not say whose request it is lends its own address to nobody
  const { key: local } = await newServiceKey(service, { networks: ['loopback'] })
  for (const silent of ['', 'garbled', 'unknown'])
    assertKeyRefused(await introspect(local, { 'x-forwarded-for': silent }))
})

test('guesses at keys are counted and limited by address, even in parallel, and a valid key still works', async () => {
  const { id, key } = await newServiceKey(service)
  const place = newPlace()
  const guesses = [
    () => `${key.slice(0, -4)}AAAA`,
    () => serviceKeyTokens.issue({ id }).token,
    () => serviceKeyTokens.issue({ id: newId(Date.now()) }).token,
    () => 'sp_sk_none',
  ]
  const tries = Array.from({ length: 150 }, (_, at) => guesses[at % guesses.length]!())
  const answers = await Promise.all(
    tries.map((guess, at) => introspect(guess, place, at % 2 ? service : second)),
  )
  assert.deepEqual(statusesOf(answers), { 401: free, 429: 50 })
  assertRefused(await introspect('sp_sk_none', place), 429, 'too_many_attempts')
  assertKeyRefused(await introspect('sp_sk_none'))
  assert.equal((await introspect(key, place)).status, 200)
  assertKeyRefused(await get(service, '/events', 'sp_sk_none'))
})

test('a key is neither stored nor logged', async () => {
  const { key, id } = await newServiceKey(service)
  await introspect(key)
  await introspect(`${key}x`)
  const rows = await db.run(sql`select service_keys::text from service_keys where id = ${id}`)
  const secret = key.slice(-40)
  const hex = Buffer.from(key.slice(6), 'base64url').subarray(16).toString('hex')
  for (const text of [JSON.stringify(rows), ...service.logs]) {
    assert.ok(!text.includes(secret))
    assert.ok(!text.includes(hex))
  }
})

test('use is recorded within a minute, and a key in use that expires soon is warned of once a day', async () => {
  const { id, key } = await newServiceKey(service, { days: 10 })
  await introspect(key)
  await introspect(key)
  const isNoted = async () =>
    (await db.run(sql`select from service_keys where id = ${id} and last_used_at is not null`)).length > 0
  while (!(await isNoted())) await sleep(10)
  const warnings = () =>
    service.logs.filter((line) => line.includes(id) && line.includes('a service key expires soon'))
  while (warnings().length === 0) await sleep(10)
  await db.run(
    sql`update service_keys set last_used_at = last_used_at - interval '2 minutes' where id = ${id}`,
  )
  await introspect(key)
  assert.equal(warnings().length, 1)
  assert.match(warnings()[0] ?? '', /"daysLeft":9/)
})
