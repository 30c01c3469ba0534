import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../packages/client/src/index.ts'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { atEnd } from '../support/at-end.ts'
import { post } from '../support/http.ts'
import { newEmail, refresh, register, tokensOf } from '../support/people.ts'
import { sharedService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { timed } from '../support/timed.ts'
import { until } from '../support/until.ts'
import { startWire, type Wire } from '../support/wire.ts'

const password = 'a password of the tests'
const root = new URL('../..', import.meta.url)
const skip = spawnSync('python3', ['--version']).status !== 0 && '*** PYTHON 3 IS NOT INSTALLED ***'
const service = await sharedService()
const { key } = await newServiceKey(service)
const asking = 'POST /auth/introspect'
const never = new Promise(() => {})
const isFeed = (line: string) => line.startsWith('GET /events?')
const program = ['examples/python-api/api.py']
const programWith = (setting: string) => [
  '-c',
  `import runpy, tokens; tokens.${setting}; runpy.run_module("api", run_name="__main__")`,
]

type Started = { serviceKey?: string; isFeedCut?: boolean; args?: string[] }

/** The API, the lines before it and behind it, and what it complains of. */
const startApi = async ({ serviceKey = key, isFeedCut = false, args = program }: Started = {}) => {
  const behind = await startWire(service)
  if (isFeedCut) behind.loses = isFeed
  const api = spawn('python3', [...args, '0', behind.address], {
    cwd: root,
    env: { ...process.env, SERVICE_KEY: serviceKey, PYTHONPATH: 'examples/python-api' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(() => api.kill())
  const complaints: string[] = []
  api.stderr.on('data', (lines) => complaints.push(...`${lines}`.split('\n').filter(isComplaint)))
  const [address] = await once(api.stdout, 'data')
  const front = await startWire({ address: `${address}`.trim() })
  return { front, behind, complaints }
}

// the server of the standard library notes each request there
const isComplaint = (line: string) => line !== '' && !line.includes('"GET /orders HTTP/1.1"')

/** Somebody who is signed in with a client that knows of the API. */
const startClient = async (origin: string) => {
  const wire = await startWire(service)
  const sallyport = createClient({ url: wire.address, origins: [origin], storage: 'memory' })
  await sallyport.register({ email: newEmail(), password })
  const account = await sallyport.account.get()
  wire.asked.length = 0
  return { sallyport, account, wire }
}

const ownerIn = async (answer: Response) => ((await answer.json()) as { owner: string }).owner
const countAsked = ({ asked }: Wire) => asked.filter((line) => line === asking).length
const signOut = (token: string) => post(service, '/auth/logout', undefined, { token })

/** Somebody's requests. */
const startPerson = async (front: Wire) => {
  const person = await register(service)
  const orders = () =>
    fetch(`${front.address}/orders`, { headers: { Authorization: `Bearer ${person.accessToken}` } })
  const statusOf = async () => (await orders()).status
  return { ...person, orders, statusOf }
}

type Api = { front: Wire; behind: Wire }
type Asking = { statusOf: () => Promise<number> }

/** Registers somebody and waits until the API has cached the answer about their token. @returns that person */
const startKnown = async ({ front, behind }: Api) => {
  const person = await startPerson(front)
  for (let before = -1; before !== countAsked(behind); ) {
    before = countAsked(behind)
    assert.equal(await person.statusOf(), 200)
  }
  return person
}

/** Waits until the API has heard an event of somebody else. */
const hearSomething = async ({ behind }: Pick<Api, 'behind'>) => {
  const { accessToken } = await register(service)
  const before = behind.asked.filter(isFeed).length
  await signOut(accessToken)
  while (behind.asked.filter(isFeed).length === before) await sleep(10)
}

/** Waits until the API has asked so many times, although nothing ended. */
const soonAsked = async ({ behind }: Pick<Api, 'behind'>, count: number, { statusOf }: Asking) => {
  const deadlineMs = performance.now() + 10_000
  while (countAsked(behind) < count) {
    assert.equal(await statusOf(), 200)
    assert.ok(performance.now() < deadlineMs)
  }
}

test('an API in Python answers the owner of a token, and a stale one is refreshed and sent once more', {
  skip,
}, async () => {
  const { front, behind } = await startApi({ isFeedCut: true })
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
  assert.deepEqual(
    behind.asked.filter((line) => !isFeed(line)),
    Array(3).fill(asking),
  )
})

test('an API in Python describes a wrong token as RFC 6750 does', { skip }, async () => {
  const { front, behind } = await startApi()
  const refusal = async (headers: Record<string, string>) => {
    const answer = await fetch(`${front.address}/orders`, { headers })
    return `${answer.status} ${answer.headers.get('WWW-Authenticate')}`
  }
  assert.equal(await refusal({}), '401 Bearer')
  assert.equal(await refusal({ Authorization: 'Basic YTpi' }), '401 Bearer')
  assert.equal(await refusal({ Authorization: 'Bearer a b' }), '401 Bearer')
  assert.equal(countAsked(behind), 0)
  assert.equal(await refusal({ Authorization: 'Bearer sp_at_none' }), '401 Bearer error="invalid_token"')
})

test('an API in Python that cannot check answers 503, and signs nobody out', { skip }, async () => {
  const { front, behind } = await startApi()
  const { sallyport } = await startClient(front.address)
  behind.loses = () => true
  const answer = await sallyport.fetch(`${front.address}/orders`)
  assert.equal(answer.status, 503)
  assert.equal(answer.headers.get('Retry-After'), '1')
  assert.equal(await sallyport.isSignedIn(), true)
})

test('an API in Python asks once for many requests, and refuses a token within 2 s of its sign-out', {
  skip,
}, async () => {
  const api = await startApi()
  const person = await startKnown(api)
  const other = await startKnown(api)
  const before = countAsked(api.behind)
  const answers = await Promise.all(Array.from({ length: 50 }, person.orders))
  for (const answer of answers) assert.equal(await ownerIn(answer), person.userId)
  assert.equal(countAsked(api.behind), before)
  await signOut(person.accessToken)
  assert.ok((await timed(() => until(async () => (await person.statusOf()) === 401))) < 2_000)
  assert.equal(countAsked(api.behind), before + 1)
  assert.equal(await other.statusOf(), 200)
  assert.equal(countAsked(api.behind), before + 1)
})

test('an API in Python forgets a session whose refresh token was copied', { skip }, async () => {
  const api = await startApi()
  const person = await startKnown(api)
  const { refreshToken } = tokensOf(await refresh(service, person.refreshToken))
  await refresh(service, refreshToken)
  assert.equal(await person.statusOf(), 200)
  assert.equal((await refresh(service, person.refreshToken)).status, 401)
  const deadlineMs = performance.now() + 10_000
  while ((await person.statusOf()) !== 401) assert.ok(performance.now() < deadlineMs)
})

test('an API in Python forgets an account with all its sessions', { skip }, async () => {
  const api = await startApi()
  const person = await startKnown(api)
  const { db } = service.deps
  const type = 'account.deleted'
  await db.transaction((runner) => recordEvent(runner, { type, userId: person.userId }))
  const before = countAsked(api.behind)
  await soonAsked(api, before + 1, person)
})

test('an API in Python asks again if an event was faster than an answer', { skip }, async () => {
  const api = await startApi()
  await startKnown(api)
  const person = await startPerson(api.front)
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const before = countAsked(api.behind)
  api.behind.holds = (line) =>
    line === asking && countAsked(api.behind) === before + 1 ? release : undefined
  const status = person.statusOf()
  while (countAsked(api.behind) === before) await sleep(10)
  await signOut(person.accessToken)
  await hearSomething(api)
  resolve()
  assert.equal(await status, 401)
  assert.equal(countAsked(api.behind), before + 2)
})

test('an API in Python asks each time once its feed is cut, and caches again when it is back', {
  skip,
}, async () => {
  const api = await startApi()
  const person = await startKnown(api)
  const { loses } = api.behind
  api.behind.loses = isFeed
  await hearSomething(api)
  const before = countAsked(api.behind)
  await signOut(person.accessToken)
  assert.equal(await person.statusOf(), 401)
  const { statusOf } = await startPerson(api.front)
  assert.deepEqual([await statusOf(), await statusOf()], [200, 200])
  assert.equal(countAsked(api.behind), before + 3)
  api.behind.loses = loses
  await startKnown(api)
})

test('an API in Python trusts no cached answer while its feed is silent', { skip }, async () => {
  const impatient =
    'import runpy, tokens; tokens.SILENCE_SECONDS = 3; runpy.run_module("api", run_name="__main__")'
  const api = await startApi({ args: ['-c', impatient] })
  const person = await startKnown(api)
  api.behind.holds = (line) => (isFeed(line) ? never : undefined)
  const before = countAsked(api.behind)
  // its thread would wait for an answer for 15 s
  await soonAsked(api, before + 5, person)
})

test('an API in Python caches an answer for at most a minute', { skip }, async () => {
  const api = await startApi({ args: programWith('KEPT_SECONDS = 1') })
  const person = await startKnown(api)
  await soonAsked(api, countAsked(api.behind) + 1, person)
})

test('an API in Python caches no answer beyond its token’s life', { skip }, async () => {
  const api = await startApi()
  await startKnown(api)
  const { userId, statusOf } = await startPerson(api.front)
  await service.deps.db.run(sql`
    update sessions set access_ends_at = now() + interval '4 seconds' where user_id = ${userId}`)
  assert.equal(await statusOf(), 200)
  const deadlineMs = performance.now() + 15_000
  while ((await statusOf()) !== 401) assert.ok(performance.now() < deadlineMs)
})

test('an API in Python logs once that its key is refused, and signs nobody out', { skip }, async () => {
  const { front, complaints } = await startApi({ serviceKey: `${key}x` })
  const { orders } = await startPerson(front)
  for (const answer of [await orders(), await orders()]) {
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('Retry-After'), '60')
  }
  while (complaints.length < 2) await sleep(10)
  assert.match(
    complaints.toSorted().join('\n'),
    /^The service refuses this key at \/auth\/introspect: 401 .+\n.+ at \/events: 401 .+$/,
  )
  assert.ok(!complaints.join().includes('sp_sk_'))
})

test('an API in Python whose key may not read events asks each time, and logs why', { skip }, async () => {
  const { key: serviceKey } = await newServiceKey(service, { scopes: ['introspect'] })
  const { front, behind, complaints } = await startApi({ serviceKey })
  while (complaints.length === 0) await sleep(10)
  assert.match(complaints.join('\n'), /^.+ at \/events: 403 .+"insufficient_scope".+$/)
  const { statusOf } = await startPerson(front)
  assert.deepEqual([await statusOf(), await statusOf()], [200, 200])
  assert.equal(countAsked(behind), 2)
})
