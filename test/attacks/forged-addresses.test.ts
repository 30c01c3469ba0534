import assert from 'node:assert/strict'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { post } from '../support/http.ts'
import { newEmail } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService({ TRUSTED_PROXIES: 'loopback', FAILURES_PER_ADDRESS: '3' })
const { db } = service.deps
const body = () => ({ grant_type: 'password', email: newEmail(), password: 'a wrong password' })
const attempt = (headers: Record<string, string>, at = service) =>
  post(at, '/auth/token', body(), { headers })

const repeat = async (times: number, headersOf: (index: number) => Record<string, string>, at = service) => {
  const answers = []
  for (let index = 0; index < times; index++) answers.push(await attempt(headersOf(index), at))
  return statusesOf(answers)
}

/** How much each address has been counted. */
const counters = async () =>
  (await many<{ count: number }>(db, sql`select count from attempts where kind = 'failures'`)).map(
    ({ count }) => count,
  )
const forget = () => db.run(sql`delete from attempts`)

test('entries to the left of the trusted proxy’s do not change who is counted', async () => {
  const lies = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}, 10.0.0.${index}, 203.0.113.1` })
  assert.deepEqual(await repeat(5, lies), { 401: 3, 429: 2 })
  assert.deepEqual(await repeat(2, () => ({ 'x-forwarded-for': '203.0.113.2' })), { 401: 2 })
})

test('trusted proxies are skipped, from the right', async () => {
  const chain = (index: number) => ({
    'x-forwarded-for': `198.51.100.${index}, 203.0.113.3, 127.0.0.${index + 1}`,
  })
  assert.deepEqual(await repeat(5, chain), { 401: 3, 429: 2 })
})

test('an invalid hop ends the walk, and is not counted as a client', async () => {
  for (const noise of ['unknown', '', '203.0.113.4:99999999', '0x7f000001', '_hidden', '\t']) {
    await forget()
    const lies = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}, ${noise}, 203.0.113.5` })
    assert.deepEqual(await repeat(4, lies), { 401: 3, 429: 1 }, noise)
  }
})

test('no other header names a client', async () => {
  const names = ['forwarded', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip', 'x-client-ip', 'x-forwarded']
  const lies = (index: number) =>
    Object.fromEntries([
      ['x-forwarded-for', '203.0.113.6'],
      ...names.map((name) => [
        name,
        name === 'forwarded' ? `for=198.51.100.${index}` : `198.51.100.${index}`,
      ]),
    ])
  assert.deepEqual(await repeat(4, lies), { 401: 3, 429: 1 })
})

test('of two X-Forwarded-For headers, the last address of the last one counts', async () => {
  await forget()
  const answers = await race(service, 4, (index) => ({
    path: '/auth/token',
    body: body(),
    headers: { 'X-Forwarded-For': `198.51.100.${index}`, 'x-forwarded-for': '203.0.113.8' },
  }))
  assert.deepEqual(statusesOf(answers), { 401: 3, 429: 1 })
  assert.deepEqual(await counters(), [3])
})

test('an untrusted proxy shares one large bucket, whatever it claims, with one warning', async () => {
  await forget()
  const direct = await startVariant(service, {
    config: { ...service.deps.config, trustedProxies: [] },
  })
  const lies = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}` })
  const before = service.logs.length
  assert.deepEqual(await repeat(10, lies, direct), { 401: 10 })
  assert.deepEqual(await counters(), [10])
  await db.run(sql`update attempts set count = 299 where kind = 'failures'`)
  assert.deepEqual(await repeat(3, lies, direct), { 401: 1, 429: 2 })
  const warnings = service.logs.slice(before).filter((line) => line.includes('TRUSTED_PROXIES'))
  assert.equal(warnings.length, 1)
  assert.equal(JSON.parse(warnings[0]!).level, 'warn')
})

test('a trusted proxy that forwards no valid address shares one large bucket, with one warning for each fault', async () => {
  for (const [word, said] of [
    [undefined, 'without X-Forwarded-For'],
    ['', 'without X-Forwarded-For'],
    ['198.51.100.1, unknown', 'is not an address'],
  ] as const) {
    await forget()
    const proxied = await startVariant(service, {})
    const before = service.logs.length
    // whatever else a client says, it is in that bucket
    const lies = (index: number): Record<string, string> => {
      const lie = { 'x-real-ip': `198.51.100.${index}` }
      return word === undefined ? lie : { ...lie, 'x-forwarded-for': word }
    }
    assert.deepEqual(await repeat(10, lies, proxied), { 401: 10 })
    assert.deepEqual(await counters(), [10])
    await db.run(sql`update attempts set count = 299 where kind = 'failures'`)
    assert.deepEqual(await repeat(3, lies, proxied), { 401: 1, 429: 2 })
    const warnings = service.logs.slice(before).filter((line) => line.includes('"level":"warn"'))
    assert.equal(warnings.length, 1)
    assert.ok(warnings[0]?.includes(said) && warnings[0].includes('TRUSTED_PROXIES'))
  }
})

test('an untrusted proxy is recognised even by an empty X-Forwarded-For', async () => {
  await forget()
  const direct = await startVariant(service, { config: { ...service.deps.config, trustedProxies: [] } })
  assert.deepEqual(await repeat(2, () => ({ 'x-forwarded-for': '' }), direct), { 401: 2 })
  assert.deepEqual(await counters(), [2])
  await forget()
  assert.deepEqual(await repeat(2, () => ({}), direct), { 401: 2 })
  assert.deepEqual(await counters(), [], 'the operator’s own machine forwards nobody')
})

test('clients of a unix socket share one large bucket, and are not unlimited', async () => {
  await forget()
  const app = await buildApp(service.deps)
  after(() => app.close())
  const socketPath = join(tmpdir(), `sallyport-${process.pid}.sock`)
  await app.listen({ path: socketPath })
  const ask = (headers: Record<string, string>) =>
    new Promise<{ status: number }>((resolve, reject) => {
      const asked = request({ socketPath, method: 'POST', path: '/auth/token', headers })
      asked.on('response', (response) => {
        response.resume().on('end', () => resolve({ status: response.statusCode! }))
      })
      asked.on('error', reject)
      asked.end(JSON.stringify(body()))
    })
  const type = { 'content-type': 'application/json' }
  assert.deepEqual(
    statusesOf([await ask(type), await ask({ ...type, 'x-forwarded-for': '203.0.113.9' })] as never),
    {
      401: 2,
    },
  )
  assert.deepEqual(await counters(), [2])
  await db.run(sql`update attempts set count = 300 where kind = 'failures'`)
  assert.deepEqual(statusesOf([await ask(type), await ask(type)] as never), { 429: 2 })
})
