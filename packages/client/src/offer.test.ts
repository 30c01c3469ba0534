import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { type TestContext, test } from 'node:test'
import { getPasskey, stopAsking } from './ceremony.ts'
import { Offline, Refused } from './refused.ts'

type Request = { publicKey: { challenge: Uint8Array }; signal: AbortSignal }

const requests: (Request & { pick(): void })[] = []
const credential = {
  id: 'a passkey',
  type: 'public-key',
  response: {},
  getClientExtensionResults: () => ({}),
}

/** A browser in which nobody picks a passkey until the test does. */
const get = (request: Request) =>
  new Promise((resolve, reject) => {
    requests.push({ ...request, pick: () => resolve(credential) })
    request.signal.addEventListener('abort', () => reject(request.signal.reason))
  })

const browser = {
  PublicKeyCredential: { isConditionalMediationAvailable: async () => true },
  navigator: { credentials: { get } },
}

/** Stands in for the browser until the test is over: others share the process. */
const start = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (const [name, value] of Object.entries(browser)) {
    const own = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value, configurable: true })
    t.after(() =>
      own ? Object.defineProperty(globalThis, name, own) : Reflect.deleteProperty(globalThis, name),
    )
  }
}

const turn = () => new Promise((resume) => setImmediate(resume))

const goBy = async (t: TestContext, ms: number) => {
  t.mock.timers.tick(ms)
  await turn()
}

const lifeMs = 300_000
const headStartMs = 30_000

/** An autofill that waits with its first request; whether the next ones fail is up to the test. */
const offer = async (signal?: AbortSignal) => {
  requests.length = 0
  let asked = 0
  let failure: Error | undefined
  const ask = async () => {
    asked++
    if (failure) throw failure
    return {
      publicKey: {
        challenge: 'AA',
        timeout: lifeMs,
        rpId: 'x',
        userVerification: 'required',
        allowCredentials: [],
      },
    }
  }
  const picked = getPasskey(ask, { mediation: 'conditional', ...(signal && { signal }) })
  // it is looked at in the end
  picked.catch(() => {})
  await turn()
  return {
    picked,
    asked: () => asked,
    waiting: () => requests.filter((request) => !request.signal.aborted),
    fail: (error?: Error) => {
      failure = error
    },
  }
}

const passing = {
  'there is no network': new Offline(),
  'the service is down': new Refused('', { code: 'unavailable', status: 503 }),
  'there are too many calls': new Refused('', { code: 'rate_limited', status: 429 }),
  'the server of the application is not there': new TypeError('Failed to fetch'),
}

for (const [why, error] of Object.entries(passing)) {
  test(`a pending autofill outlives a renewal that fails because ${why}`, async (t) => {
    start(t)
    const offered = await offer()
    offered.fail(error)
    await goBy(t, lifeMs - headStartMs)
    assert.equal(offered.asked(), 2)
    assert.deepEqual(offered.waiting(), requests)
    await goBy(t, 5_000)
    assert.equal(offered.asked(), 3)
    offered.fail()
    await goBy(t, 10_000)
    assert.equal(offered.asked(), 4)
    assert.deepEqual(offered.waiting(), requests.slice(1))
    requests.at(-1)!.pick()
    assert.equal((await offered.picked).id, 'a passkey')
  })
}

test('an autofill waits as long as the service says, and a minute at most otherwise', async (t) => {
  start(t)
  const offered = await offer()
  offered.fail(new Refused('', { code: 'rate_limited', status: 429, retrySeconds: 20 }))
  await goBy(t, lifeMs - headStartMs)
  await goBy(t, 19_999)
  assert.equal(offered.asked(), 2)
  await goBy(t, 1)
  assert.equal(offered.asked(), 3)
  offered.fail(new Offline())
  for (const pauseMs of [20_000, 20_000, 40_000, 60_000, 60_000]) await goBy(t, pauseMs)
  assert.equal(offered.asked(), 8)
  stopAsking()
  await assert.rejects(offered.picked, { name: 'AbortError' })
})

test('a permanent refusal ends an autofill', async (t) => {
  start(t)
  const offered = await offer()
  const refusal = new Refused('', { code: 'not_found', status: 404 })
  offered.fail(refusal)
  await goBy(t, lifeMs - headStartMs)
  await assert.rejects(offered.picked, refusal)
})

test('ending an autofill also ends its renewals', async (t) => {
  start(t)
  const caller = new AbortController()
  const ends: (() => unknown)[] = [() => requests[0]!.pick(), stopAsking, () => caller.abort()]
  for (const end of ends) {
    const offered = await offer(caller.signal)
    offered.fail(new Offline())
    await goBy(t, lifeMs - headStartMs)
    end()
    await offered.picked.catch(() => {})
    await goBy(t, lifeMs)
    assert.equal(offered.asked(), 2)
  }
})

test('a passkey that is picked during a renewal is taken', async (t) => {
  start(t)
  const offered = await offer()
  t.mock.timers.tick(lifeMs - headStartMs)
  requests[0]!.pick()
  assert.equal((await offered.picked).id, 'a passkey')
  await turn()
  assert.equal(requests.length, 1)
})

test('a caller’s signal is listened to once, however many renewals there are, and not afterwards', async (t) => {
  start(t)
  const { signal } = new AbortController()
  const offered = await offer(signal)
  const listeners = () => getEventListeners(signal, 'abort').length
  for (let times = 0; times < 5; times++) await goBy(t, lifeMs - headStartMs)
  assert.equal(requests.length, 6)
  assert.equal(listeners(), 1)
  requests.at(-1)!.pick()
  await offered.picked
  assert.equal(listeners(), 0)
})
