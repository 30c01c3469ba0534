import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { get, post } from '../support/http.ts'
import { refresh, signIn, tokensOf } from '../support/people.ts'
import { askTest, startTested } from '../support/test-mode.ts'

const service = await startTested()
const { test: client } = service

test('after a reset, everything is as on the first day', async () => {
  const person = await client.person({ email: 'ada@example.com', twoFactor: 'passkey' })
  const { email, password, tokens } = person
  await post(service, '/auth/password/forgot', { email })
  await client.mail({ to: email })
  const key = await client.serviceKey('users:read')
  await client.fail({ next: 503, times: 5, path: '/users' })
  await client.advance('P30D')

  await client.reset()

  assert.ok(Math.abs(Date.parse(await client.now()) - Date.now()) < 60_000)
  assert.deepEqual(await client.mails({ wait: 0 }), [])
  assert.equal((await get(service, '/users/me', tokens.accessToken.token)).status, 401)
  assert.equal((await signIn(service, { email, password })).status, 401)
  assert.equal((await get(service, '/admin/users', key)).status, 401)
  const asked = await post(service, '/auth/passkeys/challenge')
  assert.equal((await askTest(service, 'POST', '/test/passkey', { options: asked.body })).status, 404)
  const again = await client.person({ email })
  assert.notEqual(again.id, person.id)
})

test('a reset during a long move leaves the time real', async () => {
  const begunMs = service.deps.now()
  const moving = client.advance('P30D')
  while (service.deps.now() < begunMs + 86_400_000) await nextTurn()
  await Promise.all([moving, client.reset()])
  assert.ok(Math.abs(Date.parse(await client.now()) - Date.now()) < 60_000)
})

test('sessions of after a reset are refreshed and repeated as ever, though the clock went back', async () => {
  await client.advance('P100D')
  await client.person().then(({ tokens }) => refresh(service, tokens.refreshToken.token))
  await client.reset()
  const { tokens } = await client.person()
  const once = tokensOf(await refresh(service, tokens.refreshToken.token))
  assert.equal((await get(service, '/users/me', once.accessToken)).status, 200)
  assert.deepEqual(tokensOf(await refresh(service, tokens.refreshToken.token)), once)
})

test('more than fits into a few pages is gone, too', async () => {
  await Promise.all(Array.from({ length: 30 }, () => client.person()))
  await client.reset()
  const key = await client.serviceKey('users:read', 'overview:read')
  const { body } = await get(service, '/admin/users', key)
  assert.deepEqual(body.users, [])
})

test('what happens after a reset is told in the feed', async () => {
  await client.person()
  await client.reset()
  const key = await client.serviceKey('events:read')
  const { id } = await client.person()
  const { body } = await get(service, '/events?wait=0', key)
  assert.ok(
    body.events.some(({ userId }: { userId: string }) => userId === id),
    JSON.stringify(body),
  )
})

test('it may be stopped by a test, and again at its end', async () => {
  const other = await startTested()
  await Promise.all([other.stop(), other.stop()])
  await other.stop()
})
