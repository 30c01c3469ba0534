import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { atEnd } from '../support/at-end.ts'
import { post } from '../support/http.ts'
import { register } from '../support/people.ts'
import { sharedService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { sql } from '../support/sql.ts'
import { timed } from '../support/timed.ts'
import { until } from '../support/until.ts'
import { startWire, type Wire } from '../support/wire.ts'

const root = new URL('../..', import.meta.url)
const service = await sharedService()
const { key } = await newServiceKey(service)

/** The API, and the line behind it. */
const startApi = async (serviceKey = key) => {
  const behind = await startWire(service)
  const args = ['--conditions=sallyport-source', 'examples/fastify-api/server.ts']
  const env = { ...process.env, PORT: '0', SALLYPORT_URL: behind.address, SERVICE_KEY: serviceKey }
  const api = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  atEnd(() => api.kill('SIGKILL'))
  const complaints: string[] = []
  api.stderr.on('data', (text) => complaints.push(`${text}`))
  const [line] = await once(api.stdout, 'data')
  return { api, behind, complaints, address: `${line}`.trim() }
}

const asking = 'POST /auth/introspect/batch'
const countAsked = ({ asked }: Wire) => asked.filter((line) => line === asking).length

/** Somebody's requests. */
const startPerson = async (address: string) => {
  const person = await register(service)
  const headers = { Authorization: `Bearer ${person.accessToken}` }
  const orders = () => fetch(`${address}/orders`, { headers })
  const payOut = () => fetch(`${address}/payouts`, { method: 'POST', headers })
  return { ...person, orders, payOut }
}

test('the API in Fastify asks once for many requests, and refuses a token within 2 s of its sign-out', async () => {
  const { address, behind } = await startApi()
  const { accessToken, userId, orders } = await startPerson(address)
  for (let before = -1; before !== countAsked(behind); ) {
    before = countAsked(behind)
    assert.deepEqual(await (await orders()).json(), { owner: userId, orders: ['a book'] })
  }
  const before = countAsked(behind)
  for (const { status } of await Promise.all(Array.from({ length: 50 }, orders))) assert.equal(status, 200)
  assert.equal(countAsked(behind), before)
  await post(service, '/auth/logout', undefined, { token: accessToken })
  assert.ok((await timed(() => until(async () => (await orders()).status === 401))) < 2_000)
  assert.equal((await orders()).headers.get('WWW-Authenticate'), 'Bearer error="invalid_token"')
})

test('the API in Fastify makes no payout without a fresh proof', async () => {
  const { address } = await startApi()
  const { accessToken, password, userId, orders, payOut } = await startPerson(address)
  await service.deps.db.run(sql`
    update sessions set authenticated_at = now() - interval '20 minutes' where user_id = ${userId}`)
  assert.equal((await orders()).status, 200)
  const refused = await payOut()
  assert.equal(refused.status, 401)
  assert.equal(
    refused.headers.get('WWW-Authenticate'),
    'Bearer error="insufficient_user_authentication", max_age="900"',
  )
  const proof = { method: 'password', password }
  assert.equal((await post(service, '/auth/proof', proof, { token: accessToken })).status, 204)
  assert.deepEqual(await (await payOut()).json(), { owner: userId, paid: true })
})

test('the API in Fastify refuses requests without a token, and its health is public', async () => {
  const { address } = await startApi()
  const { status, headers } = await fetch(`${address}/orders`)
  assert.deepEqual([status, headers.get('WWW-Authenticate')], [401, 'Bearer'])
  assert.equal((await fetch(`${address}/health`)).status, 200)
})

test('the API in Fastify answers 503 while its key is refused, logs why, and stops when told to', async () => {
  const { api, address, complaints } = await startApi(`${key}x`)
  const { orders } = await startPerson(address)
  const { status, headers } = await orders()
  assert.deepEqual([status, headers.get('Retry-After')], [503, '5'])
  assert.match(complaints.join(''), /401 unauthorized/)
  assert.doesNotMatch(complaints.join(''), /sp_sk_/)
  api.kill('SIGTERM')
  assert.deepEqual(await once(api, 'exit'), [0, null])
})
