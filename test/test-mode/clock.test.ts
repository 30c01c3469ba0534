import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { get, post } from '../support/http.ts'
import { signIn, tokensOf } from '../support/people.ts'
import { askTest, startTested } from '../support/test-mode.ts'

const service = await startTested()
const { test: client } = service

const minutes = (count: number) => count * 60_000
const days = (count: number) => minutes(count * 24 * 60)

test('time moves by a duration, to an instant, and only forward', async () => {
  const before = Date.parse(await client.now())
  const moved = Date.parse(await client.advance('PT15M'))
  assert.ok(moved >= before + minutes(15) && moved < before + minutes(16))
  const to = new Date(moved + minutes(60)).toISOString()
  const { status, body } = await askTest(service, 'POST', '/test/clock', { to })
  assert.deepEqual([status, body.now >= to], [200, true])
  assert.ok((await client.now()) >= to)
  await client.advance('PT0S')
  for (const wrong of [
    { to: '2020-01-01T00:00:00Z' },
    { add: '15M' },
    { to: 'tomorrow' },
    {},
    { add: '' },
    { add: 'PT1S', to },
  ]) {
    const answer = await askTest(service, 'POST', '/test/clock', wrong)
    assert.deepEqual([answer.status, answer.body.code], [400, 'bad_request'], JSON.stringify(wrong))
  }
})

test('a move that leads too far is refused before time moves', async () => {
  for (const tooFar of [
    { add: 'P300000Y' },
    { add: 'P9000Y' },
    { add: `P${'9'.repeat(400)}D` },
    { to: '4000-01-01' },
    { to: '9999-12-31T12:00:00Z' },
  ]) {
    const before = Date.parse(await client.now())
    const { status, body } = await askTest(service, 'POST', '/test/clock', tooFar)
    assert.deepEqual([status, body.code], [400, 'bad_request'], JSON.stringify(tooFar))
    assert.ok(Date.parse(await client.now()) < before + minutes(60))
  }
  await client.person()
})

test('moves at once add up', async () => {
  const before = Date.parse(await client.now())
  const released = Promise.withResolvers<void>()
  // all of them are under way, and wait for the one connection
  const holding = service.deps.db.transaction(() => released.promise)
  const moving = Promise.all(Array.from({ length: 10 }, () => client.advance('PT10M')))
  for (let asked = 0; asked < 10; asked++) await client.now()
  released.resolve()
  await holding
  const told = await moving
  const movedMs = Date.parse(await client.now()) - before
  assert.ok(movedMs >= minutes(100) && movedMs < minutes(109), `${movedMs}`)
  const tens = told.map((now) => Math.floor((Date.parse(now) - before) / minutes(10)))
  assert.deepEqual(new Set(tens), new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
})

test('of two moves to the same instant, the second is over', async () => {
  const toMs = Date.parse(await client.now()) + days(3)
  const move = () => askTest(service, 'POST', '/test/clock', { to: new Date(toMs).toISOString() })
  const answers = await Promise.all([move(), move()])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
  const overMs = Date.parse(await client.now()) - toMs
  assert.ok(overMs >= 0 && overMs < minutes(60), `${overMs}`)
})

test('a move stops once nobody waits for it, and the next need not wait for the rest', async () => {
  const before = service.deps.now()
  const waiting = new AbortController()
  const moving = fetch(`${service.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ add: 'P3200D' }),
    signal: waiting.signal,
  })
  const ended = moving.then(
    () => true,
    () => true,
  )
  while (service.deps.now() < before + days(1)) assert.notEqual(await Promise.race([ended, nextTurn()]), true)
  waiting.abort()
  await assert.rejects(moving, { name: 'AbortError' })
  // waits for its turn
  const now = Date.parse(await client.advance('PT0S'))
  assert.ok(now < before + days(3_200), new Date(now).toISOString())
})

test('everything works in the last hours of time', async () => {
  const other = await startTested()
  const { status } = await askTest(other, 'POST', '/test/clock', { to: '3999-12-31T12:00:00Z' })
  assert.equal(status, 200)
  const { email, password } = await other.test.person({ twoFactor: 'totp' })
  const { body } = await signIn(other, { email, password })
  const code = await other.test.code(email)
  const answered = { grant_type: 'two_factor', challenge: body.challenge, method: 'totp', code }
  tokensOf(await post(other, '/auth/token', answered))
  await other.stop()
})

test('the database and the process have the same time', async () => {
  await client.advance('P3D')
  const { body } = await post(service, '/auth/register', registration('same-time@example.com'))
  const processMs = Date.parse(await client.now())
  // an instant of the database, and a version-7 id of the process
  const account = await get(service, '/users/me', body.accessToken.token)
  const databaseMs = Date.parse(account.body.createdAt)
  const { body: page } = await get(service, '/users/me/events', body.accessToken.token)
  const eventMs = Date.parse(page.events[0].at)
  const idMs = Number.parseInt(account.body.id.replace('-', '').slice(0, 12), 16)
  for (const ms of [databaseMs, eventMs, idMs])
    assert.ok(Math.abs(processMs - ms) < minutes(5), `${processMs - ms}`)
})

test('codes follow time', async () => {
  const { id, email, password } = await client.person({ twoFactor: 'totp' })
  await client.advance('PT1H')
  const { body } = await signIn(service, { email, password })
  const answered = {
    grant_type: 'two_factor',
    challenge: body.challenge,
    method: 'totp',
    code: await client.code(id),
  }
  tokensOf(await post(service, '/auth/token', answered))
})

function registration(email: string) {
  return { email, password: 'a password of the test', passwordConfirmation: 'a password of the test' }
}
