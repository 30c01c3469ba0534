import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get } from '../support/http.ts'
import { newEmail, signIn } from '../support/people.ts'
import { askTest, startTested } from '../support/test-mode.ts'

const service = await startTested()
const { test: client } = service

// not `get`, which holds answers against the published interface
const statusOf = async (path: string) => (await fetch(service.url + path)).status

test('the next answers fail as often as asked for, and then no more', async () => {
  await client.fail({ next: 503, times: 2 })
  const failed = await fetch(`${service.url}/health/live`)
  assert.deepEqual([failed.status, failed.headers.get('retry-after')], [503, '1'])
  assert.equal(typeof ((await failed.json()) as { message: unknown }).message, 'string')
  // what test mode does by itself, and is asked for, goes on
  const { tokens } = await client.person()
  assert.equal(await statusOf('/health/live'), 503)
  assert.equal((await get(service, '/users/me', tokens.accessToken.token)).status, 200)
})

test('only answers of a path fail, if that is asked for', async () => {
  await client.fail({ next: 500, path: '/auth/' })
  assert.equal(await statusOf('/health/live'), 200)
  assert.equal(await statusOf('/auth/oauth'), 500)
  assert.notEqual(await statusOf('/auth/oauth'), 500)
})

test('a lost answer is work that was done', async () => {
  const { email, password } = { email: newEmail(), password: 'a password of the test' }
  await client.fail({ lose: 'answer', path: '/auth/register' })
  const registering = fetch(`${service.url}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, passwordConfirmation: password }),
  })
  await assert.rejects(registering)
  assert.equal((await signIn(service, { email, password })).status, 200)
})

test('a failure is one of a kind', async () => {
  for (const wrong of [{}, { next: 503, lose: 'answer' }])
    assert.equal((await askTest(service, 'POST', '/test/fail', wrong)).status, 400)
  for (const wrong of [
    { next: 200 },
    { next: '503' },
    { lose: 'request' },
    { next: 503, times: 0 },
    { next: 503, path: 'auth' },
  ])
    assert.equal((await askTest(service, 'POST', '/test/fail', wrong)).status, 422, JSON.stringify(wrong))
})

test('every page carries a band', async () => {
  for (const path of ['/', '/account/sign-in', '/account/register', '/changelog', '/account/nothing']) {
    const answer = await fetch(service.url + path, { headers: { accept: 'text/html' } })
    assert.match(await answer.text(), /<body[^>]*><p class="note bad"><strong>TEST<\/strong><\/p>/, path)
  }
})
