import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, get, post, send } from '../support/http.ts'
import { newEmail, refresh, register, signIn, tryToRegister } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { countRows } from '../support/rows.ts'
import { startTestService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService()
const origin = 'https://app.example.com'
const open = await startVariant(service, { config: { corsOrigins: [origin] } })
const person = await register(service)
const password = 'a password of the tests'

test('a request that another site’s form can send is refused unread', async () => {
  const before = await countRows(service)
  const fields = { grant_type: 'password', email: person.email, password: person.password }
  const json = JSON.stringify({ ...fields, email: newEmail(), passwordConfirmation: password })
  for (const [type, body] of [
    ['text/plain', json],
    ['text/plain;charset=UTF-8', json],
    ['text/plain; application/json', json],
    ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()],
    ['application/x-www-form-urlencoded', json],
    [
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${json}\r\n--x--`,
    ],
    ['', json],
  ] as const) {
    for (const path of ['/auth/register', '/auth/token', '/auth/logout']) {
      const headers = { 'content-type': type, origin: 'https://evil.example' }
      const token = path === '/auth/logout' ? person.accessToken : ''
      const answer = await send(service, 'POST', path, {
        body: new TextEncoder().encode(body),
        headers,
        token,
      })
      assertRefused(answer, 415, 'unsupported_media_type')
    }
  }
  assert.deepEqual(await countRows(service), before)
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
})

test('an origin is allowed exactly as configured, and no other', async () => {
  for (const other of [
    'null',
    'https://app.example.com.evil.example',
    'https://evil-app.example.com',
    'https://sub.app.example.com',
    'https://appxexample.com',
    'https://example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://APP.example.com',
    'https://app.example.com/',
    'https://app.example.com https://evil.example',
    '*',
    '',
  ]) {
    for (const answer of [
      await send(open, 'GET', '/users/me', { headers: { origin: other }, token: person.accessToken }),
      await send(open, 'OPTIONS', '/users/me', {
        headers: {
          origin: other,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization, x-evil\t,"',
        },
      }),
    ]) {
      assert.equal(answer.headers.get('access-control-allow-origin'), null, other)
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
      assert.match(answer.headers.get('vary') ?? '', /\bOrigin\b/)
    }
  }
})

test('no answer with a token, or to a request for one, may be cached', async () => {
  const answers: Answer[] = [
    await tryToRegister(service, { email: newEmail(), password }),
    await signIn(service, person),
    await refresh(service, person.refreshToken),
    await refresh(service, 'nothing'),
    await post(service, '/auth/token', {}),
    await get(service, '/users/me', person.accessToken),
    await get(service, `/users/${person.userId}/sessions`, person.accessToken),
  ]
  for (const { headers, text } of answers) {
    assert.equal(headers.get('cache-control'), 'no-store', text)
    for (const name of ['etag', 'last-modified', 'expires', 'age', 'set-cookie']) {
      assert.equal(headers.get(name), null, name)
    }
  }
})

test('range and conditional requests get the whole answer', async () => {
  for (const headers of [
    { range: 'bytes=0-10' },
    { 'if-none-match': '*' },
    { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() },
    { 'if-range': '"x"', range: 'bytes=0-1' },
  ] as Record<string, string>[]) {
    const answer = await send(service, 'GET', '/users/me', { token: person.accessToken, headers })
    assert.equal(answer.status, 200)
    assert.equal(answer.body.id, person.userId)
    assert.equal(answer.headers.get('content-range'), null)
  }
})
