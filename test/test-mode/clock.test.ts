import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, post } from '../support/http.ts'
import { signIn, tokensOf } from '../support/people.ts'
import { askTest, startTested } from '../support/test-mode.ts'

const service = await startTested()
const { test: client } = service

const minutes = (count: number) => count * 60_000

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
