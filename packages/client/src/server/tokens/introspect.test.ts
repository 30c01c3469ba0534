import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Offline, Refused } from '../../refused.ts'
import type { Introspection } from '../../wire.ts'
import { introspect } from './introspect.ts'
import type { Ask } from './key-holder.ts'
import { newProblems } from './problems.ts'

const askedMs = 5_000
// far from the clock of this machine
const date = 2_000_000_000
const token: Introspection = {
  active: true,
  sub: 'a user',
  sid: 'a session',
  token_type: 'Bearer',
  client_id: 'sallyport',
  exp: date + 900,
  auth_time: date - 100,
  amr: ['pwd'],
  methods: ['password'],
}

const ask = (results: unknown, keepMs = 60_000) => {
  const answers: Ask = async <Answer>() => ({ answer: { results } as Answer, dateMs: date * 1_000 })
  return introspect({ ask: answers, now: () => askedMs, keepMs, unavailable: newProblems() })(['a token'])
}

test('a verdict describes the token by the clock of this process', async () => {
  const [verdict] = await ask([token])
  assert.deepEqual(verdict, {
    bearer: {
      userId: 'a user',
      sessionId: 'a session',
      methods: ['password'],
      amr: ['pwd'],
      authTime: '2033-05-18T03:31:40.000Z',
      expiresAt: '2033-05-18T03:48:20.000Z',
    },
    askedMs,
    untilMs: askedMs + 60_000,
    authMs: askedMs - 100_000,
  })
})

test('an answer is never cached up to the token’s expiry: both clocks may be almost a second ahead', async () => {
  const [verdict] = await ask([{ ...token, exp: date + 10 }])
  assert.equal(verdict?.untilMs, askedMs + 9_000)
})

test('an inactive token is cached for five seconds, and neither answer for longer than requested', async () => {
  const inactive = { active: false }
  assert.equal((await ask([inactive]))[0]?.untilMs, askedMs + 5_000)
  for (const said of [inactive, token]) assert.equal((await ask([said], 2_000))[0]?.untilMs, askedMs + 2_000)
})

test('a request cannot change what another is given', async () => {
  const [verdict] = await ask([token])
  for (const list of [verdict?.bearer?.amr, verdict?.bearer?.methods])
    assert.ok(list && Object.isFrozen(list))
})

for (const results of [undefined, [], [token, token]])
  test(`an answer with ${results?.length ?? 'no'} results decides nothing about one token`, () =>
    assert.rejects(ask(results), Offline))

const refuse = (status: number, told: Error[]) => {
  const refusal = new Refused('A valid key is required.', { status, code: 'unauthorized' })
  const refusing: Ask = () => Promise.reject(refusal)
  const unavailable = newProblems((error) => void told.push(error))
  return { refusal, look: introspect({ ask: refusing, now: () => 0, keepMs: 60_000, unavailable }) }
}

test('a refused service key is no verdict on the token, and is reported once', async () => {
  const told: Error[] = []
  const { refusal, look } = refuse(401, told)
  for (const _ of [1, 2])
    await assert.rejects(
      look(['a token']),
      (error: Error) => error instanceof Offline && error.cause === refusal,
    )
  assert.deepEqual(
    told.map(({ message }) => message),
    ['Tokens cannot be checked. The service answered 401 unauthorized: A valid key is required.'],
  )
})

test('a temporary failure is not reported', async () => {
  const told: Error[] = []
  for (const status of [429, 500, 503]) await assert.rejects(refuse(status, told).look(['a token']), Offline)
  assert.deepEqual(told, [])
})
