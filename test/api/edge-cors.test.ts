import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, post, send } from '../support/http.ts'
import { assertRefused } from '../support/refusals.ts'
import { sharedService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const origin = 'https://app.example.com'
const exposed = 'X-Request-Id, Retry-After, Deprecation, Sunset, Link'
const closed = await sharedService()
const open = await startVariant(closed, { config: { corsOrigins: [origin, 'http://localhost:5173'] } })

const preflight = (path: string, method: string, headers: Record<string, string> = {}) =>
  send(open, 'OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
      ...headers,
    },
  })

test('without CORS_ORIGINS there are no CORS headers', async () => {
  const answer = await post(closed, '/auth/token', {}, { headers: { origin } })
  const asked = await send(closed, 'OPTIONS', '/auth/token', {
    headers: { origin, 'access-control-request-method': 'POST' },
  })
  assertRefused(asked, 405, 'method_not_allowed')
  for (const { headers } of [answer, asked]) {
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    )
  }
})

test('a named origin may read the refusal of an undecodable path', async () => {
  const { status, headers } = await send(open, 'GET', '/%zz', { headers: { origin } })
  assert.deepEqual([status, headers.get('access-control-allow-origin')], [400, origin])
  assert.equal(headers.get('vary'), 'Origin')
  const other = await send(open, 'GET', '/%zz', { headers: { origin: 'https://evil.example' } })
  assert.equal(other.headers.get('access-control-allow-origin'), null)
})

test('a named origin may read every answer, including a refusal and its Retry-After', async () => {
  for (const answer of [
    await send(open, 'GET', '/health/live', { headers: { origin } }),
    await send(open, 'GET', '/users/me', { headers: { origin } }),
    await send(open, 'GET', '/nowhere', { headers: { origin } }),
    await post(open, '/auth/token', '{', { headers: { origin } }),
    await post(open, '/auth/token', '{}', { headers: { origin, 'content-type': 'text/plain' } }),
  ]) {
    assert.equal(answer.headers.get('access-control-allow-origin'), origin)
    assert.equal(answer.headers.get('access-control-expose-headers'), exposed)
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    assert.equal(answer.headers.get('vary'), 'Origin')
  }
})

test('a preflight allows a named origin each method that the service has, and its headers', async () => {
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
    const answer = await preflight('/auth/token', method)
    assert.deepEqual([answer.status, answer.text], [204, ''])
    assert.equal(answer.headers.get('access-control-allow-origin'), origin)
    const allowed = answer.headers.get('access-control-allow-methods') ?? ''
    assert.ok(allowed.split(/, */).includes(method), `${method} is not among ${allowed}`)
    assert.equal(answer.headers.get('access-control-allow-headers'), 'authorization,content-type')
    assert.equal(answer.headers.get('access-control-max-age'), '7200')
  }
})

test('OPTIONS without a preflight is refused as JSON, as everywhere', async () => {
  assertRefused(await send(open, 'OPTIONS', '/auth/token', {}), 405, 'method_not_allowed')
  assertRefused(
    await send(open, 'OPTIONS', '/auth/token', { headers: { origin } }),
    405,
    'method_not_allowed',
  )
})

test('Vary names Origin even on requests without one', async () => {
  const answer = await get(open, '/health/live')
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
  assert.equal(answer.headers.get('vary'), 'Origin')
  assert.equal((await get(open, '/')).headers.get('vary'), 'Origin, Accept')
})
