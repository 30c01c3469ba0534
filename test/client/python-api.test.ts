import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { createClient } from '../../packages/client/src/index.ts'
import { atEnd } from '../support/at-end.ts'
import { post } from '../support/http.ts'
import { newEmail, register } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'
import { startWire } from '../support/wire.ts'

const password = 'a password of the tests'
const root = new URL('../..', import.meta.url)
const skip = spawnSync('python3', ['--version']).status !== 0 && '*** PYTHON 3 IS NOT INSTALLED ***'
const service = await startTestService()

/** The API, and the lines before it and behind it. */
const startApi = async () => {
  const behind = await startWire(service)
  const api = spawn('python3', ['examples/python-api/api.py', '0', behind.address], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  atEnd(() => api.kill())
  const [address] = await once(api.stdout, 'data')
  const front = await startWire({ address: `${address}`.trim() })
  return { front, behind }
}

/** Somebody who is signed in with a client that knows of the API. */
const startClient = async (origin: string) => {
  const wire = await startWire(service)
  const sallyport = createClient({ url: wire.address, origins: [origin], storage: 'memory' })
  const { account } = await sallyport.register({ email: newEmail(), password })
  wire.asked.length = 0
  return { sallyport, account, wire }
}

const ownerIn = async (answer: Response) => ((await answer.json()) as { owner: string }).owner

test('an API in Python answers the owner of a token, and a stale one is refreshed and sent once more', {
  skip,
}, async () => {
  const { front, behind } = await startApi()
  const { sallyport, account, wire } = await startClient(front.address)
  const orders = () => sallyport.fetch(`${front.address}/orders`)
  assert.equal(await ownerIn(await orders()), account.id)
  front.asked.length = 0
  await shiftRows(service, 960)
  const answer = await orders()
  assert.equal(answer.status, 200)
  assert.equal(await ownerIn(answer), account.id)
  assert.deepEqual(front.asked, ['GET /orders', 'GET /orders'])
  assert.deepEqual(wire.asked, ['POST /auth/token'])
  assert.deepEqual(behind.asked, Array(3).fill('GET /users/me'))
})

test('an API in Python says what is wrong with a token as RFC 6750 does', { skip }, async () => {
  const { front, behind } = await startApi()
  const refusal = async (headers: Record<string, string>) => {
    const answer = await fetch(`${front.address}/orders`, { headers })
    return `${answer.status} ${answer.headers.get('WWW-Authenticate')}`
  }
  assert.equal(await refusal({}), '401 Bearer')
  assert.equal(await refusal({ Authorization: 'Basic YTpi' }), '401 Bearer')
  assert.equal(await refusal({ Authorization: 'Bearer a b' }), '401 Bearer')
  assert.deepEqual(behind.asked, [])
  assert.equal(await refusal({ Authorization: 'Bearer sp_at_none' }), '401 Bearer error="invalid_token"')
})

test('an API in Python that cannot ask says no, and signs nobody out', { skip }, async () => {
  const { front, behind } = await startApi()
  const { sallyport } = await startClient(front.address)
  behind.loses = () => true
  const answer = await sallyport.fetch(`${front.address}/orders`)
  assert.equal(answer.status, 503)
  assert.equal(answer.headers.get('Retry-After'), '1')
  assert.equal(await sallyport.isSignedIn(), true)
})

test('an API in Python notices a sign-out at the next request', { skip }, async () => {
  const { front } = await startApi()
  const { accessToken } = await register(service)
  const headers = { Authorization: `Bearer ${accessToken}` }
  const statusOf = async () => (await fetch(`${front.address}/orders`, { headers })).status
  assert.equal(await statusOf(), 200)
  await post(service, '/auth/logout', undefined, { token: accessToken })
  assert.equal(await statusOf(), 401)
})
