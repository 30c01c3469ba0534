import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, get, post, send } from '../support/http.ts'
import { newEmail, register, tryToRegister } from '../support/people.ts'
import { converse, readAnswer } from '../support/raw-socket.ts'
import { startTestService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const origin = 'https://app.example.com'
const service = await startTestService({ PUBLIC_URL: 'https://accounts.example.com', CORS_ORIGINS: origin })
const { accessToken } = await register(service)
const host = `Host: ${new URL(service.address).host}\r\nConnection: close\r\n`

const raw = async (text: string, target: { address: string } = service) =>
  readAnswer(await converse(target, text))

const answersOf = async (target: { address: string }): Promise<Record<string, Answer>> => {
  const changelog = await get(target, '/changelog')
  const etag = changelog.headers.get('etag') as string
  const asked = { origin, 'access-control-request-method': 'POST' }
  return {
    json: await get(target, '/users/me', accessToken),
    created: await tryToRegister(target, { email: newEmail(), password: 'correct horse battery' }),
    unauthorized: await get(target, '/users/me'),
    invalid: await post(target, '/auth/token', {}),
    'not found': await get(target, '/nowhere'),
    'wrong method': await send(target, 'PUT', '/auth/token'),
    'wrong type': await send(target, 'POST', '/auth/token', {
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    }),
    'bad path': await get(target, '/%zz'),
    head: await send(target, 'HEAD', '/health/live'),
    health: await get(target, '/health/ready'),
    openapi: await get(target, '/openapi.json'),
    redirect: await get(target, '/.well-known/change-password'),
    page: await get(target, '/account/forgot-password'),
    'dead link': await get(target, '/account/reset-password?token=x'),
    'other site': await send(target, 'POST', '/account/forgot-password', {
      body: 'email=a',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    }),
    changelog,
    'not changed': await send(target, 'GET', '/changelog', { headers: { 'if-none-match': etag } }),
    'no release': await get(target, '/changelog/9.9.9'),
    rss: await get(target, '/changelog.rss'),
    atom: await get(target, '/changelog.atom'),
    feed: await get(target, '/changelog/feed.json'),
    docs: await get(target, '/docs'),
    style: await get(target, '/docs/page.css'),
    icon: await get(target, '/docs/icon.svg'),
    preflight: await send(target, 'OPTIONS', '/auth/token', { headers: asked }),
    'other origin': await send(target, 'GET', '/health/live', {
      headers: { origin: 'https://evil.example' },
    }),
    'no request': await raw('nonsense\r\n\r\n', target),
    'no host': await raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n', target),
    'large headers': await raw(`GET / HTTP/1.1\r\n${host}X-Large: ${'x'.repeat(17_000)}\r\n\r\n`, target),
    expectation: await raw(`GET /health/live HTTP/1.1\r\n${host}Expect: nonsense\r\n\r\n`, target),
  }
}

test('every answer of every kind keeps browsers to https, and other sites away from it', async () => {
  const answers = await answersOf(service)
  assert.equal(new Set(Object.values(answers).map(({ status }) => status)).size, 13)
  for (const [kind, { headers }] of Object.entries(answers)) {
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', kind)
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', kind)
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', kind)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', kind)
  }
})

test('without an https PUBLIC_URL there is no Strict-Transport-Security', async () => {
  for (const publicUrl of ['http://127.0.0.1:3000', undefined]) {
    const plain = await startVariant(service, { config: { publicUrl } })
    for (const [kind, { headers }] of Object.entries(await answersOf(plain))) {
      assert.equal(headers.get('strict-transport-security'), null, kind)
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', kind)
    }
  }
})

test('an application on an allowed origin still reads the answers', async () => {
  const answer = await send(service, 'GET', '/users/me', { token: accessToken, headers: { origin } })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('access-control-allow-origin'), origin)
})
