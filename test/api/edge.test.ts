import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, get, post, send } from '../support/http.ts'
import { newEmail, register, tryToRegister } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { sharedService } from '../support/service.ts'

const service = await sharedService()
const { userId, accessToken } = await register(service)
const password = 'correct horse battery'

const sendAs = (type: string | undefined, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  send(service, 'POST', '/auth/register', {
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    headers: { 'content-type': type ?? '', ...headers },
  })

test('JSON in UTF-8 is read, however its type is spelt', async () => {
  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json ; charset=utf8',
  ]) {
    assertFieldErrors(await sendAs(type, '{"email":1}'), { email: 'string', password: 'required' })
  }
})

test('a body of any other type is refused unread', async () => {
  for (const type of [
    undefined,
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json-patch+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/json; boundary=x',
    'application/json, text/plain',
  ]) {
    assertRefused(await sendAs(type, '{'), 415, 'unsupported_media_type')
  }
  for (const encoding of ['gzip', 'identity, gzip', 'br, gzip']) {
    const answer = await sendAs('application/json', '{', { 'content-encoding': encoding })
    assertRefused(answer, 415, 'unsupported_media_type')
  }
})

test('content-encoding identity counts as none', async () => {
  for (const encoding of ['identity', 'Identity', ' identity , identity'])
    assert.equal((await sendAs('application/json', '{}', { 'content-encoding': encoding })).status, 422)
})

test('a body that could be understood in two ways is refused', async () => {
  const bodies = ['', '{', '{}{}', '{"a":1,"a":2}', '{"a":{"b":1,"b":1}}', '{"__proto__":1}', '{"a":NaN}']
  const nul = ['{"email":"\\u0000"}', '{"email":"\\ud800"}', '{"\\u0000":1}', '[[[[[[[[[1]]]]]]]]]']
  for (const body of [...bodies, ...nul]) {
    assertRefused(await sendAs('application/json', body), 400, 'bad_request')
  }
  assertRefused(await sendAs('application/json', Uint8Array.of(0x22, 0xff, 0x22)), 400, 'bad_request')
})

test('a password with characters that cannot be stored is refused by its field, not as a body', async () => {
  for (const body of ['{"grant_type":"password","email":"a@b.example","password":"\\u0000"}']) {
    assertFieldErrors(await post(service, '/auth/token', body), { password: 'wellFormed' })
  }
  const lone = {
    email: newEmail(),
    password: '\ud800 and some more',
    passwordConfirmation: '\ud800 and some more',
  }
  assertFieldErrors(await post(service, '/auth/register', lone), { password: 'wellFormed' })
})

test('a body has at most 16 KiB, and a longer one is refused', async () => {
  const ofLength = (bytes: number) => JSON.stringify({ email: 1, filling: '' }).padEnd(bytes)
  assertFieldErrors(await post(service, '/auth/register', ofLength(16_384)), {
    email: 'string',
    password: 'required',
  })
  assertRefused(await post(service, '/auth/register', ofLength(16_385)), 413, 'payload_too_large')
})

test('where the body is optional, an empty one labelled as JSON counts as absent', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` }
  const empty = { headers, body: '' }
  assert.equal((await send(service, 'POST', `/users/${userId}/settings/2fa`, empty)).status, 201)
  assert.equal((await send(service, 'GET', '/users/me', { headers })).status, 200)
  assertRefused(await send(service, 'POST', '/auth/proof', empty), 400, 'bad_request')
})

test('a URL has at most 2 KiB', async () => {
  const ofLength = (length: number) => '/health/live?'.padEnd(length, 'x')
  assert.equal((await get(service, ofLength(2_048))).status, 200)
  assertRefused(await get(service, ofLength(2_049)), 414, 'uri_too_long')
})

test('an id of any length that fits a URL is simply unknown', async () => {
  for (const length of [65, 500, 2_000]) {
    const path = `/users/${'a'.repeat(length)}`
    assertRefused(await get(service, path), 401, 'unauthorized')
    assertRefused(await get(service, path, accessToken), 404, 'not_found')
    assertRefused(await send(service, 'PUT', path), 405, 'method_not_allowed')
  }
  assertRefused(await get(service, `/users/${'a'.repeat(2_048)}`), 414, 'uri_too_long')
})

test('an unknown path is a 404, whatever the method', async () => {
  for (const path of [
    '/auth',
    '/auth/token/',
    '//auth/token',
    '/AUTH/TOKEN',
    '/users',
    '/.env',
    '/%2e%2e/x',
  ]) {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      assertRefused(await send(service, method, path), 404, 'not_found')
    }
  }
})

test('an unknown path is a 404, whatever is sent: the body is not read', async () => {
  for (const body of ['{', ' '.repeat(20_000), new Uint8Array([0xff])])
    assertRefused(await post(service, '/auth/tokens', body), 404, 'not_found')
  const headers = { 'content-encoding': 'gzip' }
  assertRefused(await post(service, '/auth/tokens', '{}', { headers }), 404, 'not_found')
  assertRefused(await send(service, 'QUERY', '/auth/tokens'), 404, 'not_found')
  assertRefused(await send(service, 'PROPFIND', '/openapi-json'), 404, 'not_found')
})

test('a path that cannot be decoded is a bad request', async () => {
  for (const path of ['/%', '/%zz', '/users/%ff', '/auth/%e0%80%af']) {
    assertRefused(await get(service, path, accessToken), 400, 'bad_request')
    assertRefused(await send(service, 'PROPFIND', path), 400, 'bad_request')
  }
})

test('a method that a path lacks is refused with a list of those it has', async () => {
  const allowedAt = {
    '/auth/register': 'POST',
    '/auth/token': 'POST',
    '/auth/logout': 'POST',
    '/users/me': 'DELETE, GET, HEAD, PATCH',
    [`/users/${userId}`]: 'DELETE, GET, HEAD, PATCH',
    [`/users/${userId}/sessions`]: 'DELETE, GET, HEAD',
    [`/users/${userId}/sessions/${userId}`]: 'DELETE',
    '/health/live': 'GET, HEAD',
    '/openapi.json': 'GET, HEAD',
    '/auth/%72egister': 'POST',
    '/users/a:b': 'DELETE, GET, HEAD, PATCH',
  }
  for (const [path, allowed] of Object.entries(allowedAt)) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND', 'LOCK']) {
      if (allowed.split(', ').includes(method)) continue
      const answer = await send(service, method, path, { headers: { 'content-type': 'text/plain' } })
      assertRefused(answer, 405, 'method_not_allowed')
      assert.equal(answer.headers.get('allow'), allowed)
    }
  }
})

test('no answer may be cached, sniffed, framed or leaked as a referrer, and each has an id of ours', async () => {
  const answers: Answer[] = [
    await tryToRegister(service, { email: newEmail(), password }),
    await get(service, '/users/me', accessToken),
    await get(service, '/users/me'),
    await get(service, '/nowhere'),
    await get(service, '/%zz'),
    await get(service, `/health/live?${'x'.repeat(2_048)}`),
    await send(service, 'PUT', '/auth/token'),
    await post(service, '/auth/token', {}),
    await post(service, '/auth/token', '{'),
    await post(service, '/auth/token', ' '.repeat(20_000)),
    await sendAs('text/plain', '{}', { 'x-request-id': 'ours', 'request-id': 'ours' }),
  ]
  for (const { status, headers } of answers) {
    assert.equal(headers.get('cache-control'), 'no-store', `cache-control of ${status}`)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'")
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    for (const name of ['set-cookie', 'server', 'x-powered-by', 'etag']) assert.equal(headers.get(name), null)
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  }
  assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, answers.length)
})
