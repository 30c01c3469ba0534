import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appUrl, startFederated, startUrl } from '../support/federation.ts'
import { get, post } from '../support/http.ts'
import { register } from '../support/people.ts'

const service = await startFederated(
  { acme: {} },
  {
    OAUTH_REDIRECT_URIS: `${appUrl},https://app.example.com/cb?from=us,http://127.0.0.1:0/callback,com.example.app:/in`,
  },
)

const start = (redirect_uri: string) =>
  get(service, startUrl({ address: '' }, 'acme', { redirect_uri, code_challenge_method: 'plain' }))

/** Of those that are trusted, the wrong method is told there. */
const assertTrusted = async (redirectUri: string) => {
  const { status, headers } = await start(redirectUri)
  assert.equal(status, 302, redirectUri)
  assert.ok(headers.get('location')?.startsWith(redirectUri), headers.get('location') as string)
}

const assertRefused = async (redirectUri: string) => {
  const { status, headers, text } = await start(redirectUri)
  assert.equal(status, 400, redirectUri)
  assert.equal(headers.get('location'), null)
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
  // nothing of what came is shown
  assert.equal(text, 'The application asked to return to an address that is not registered here.\n')
}

test('registered addresses are trusted, and on loopback any port', async () => {
  for (const address of [
    appUrl,
    'https://app.example.com/cb?from=us',
    'http://127.0.0.1:1/callback',
    'http://127.0.0.1:65535/callback',
    'com.example.app:/in',
  ]) {
    await assertTrusted(address)
  }
})

test('an address that differs in one character is refused', async () => {
  for (const address of [
    'https://app.example.com/Signed-in',
    'https://APP.example.com/signed-in',
    'HTTPS://app.example.com/signed-in',
    'http://app.example.com/signed-in',
    'https://app.example.com:443/signed-in',
    'https://app.example.com:8443/signed-in',
    'https://app.example.com/signed-in/',
    'https://app.example.com/signed-in/../x',
    'https://app.example.com/x/../signed-in',
    'https://app.example.com/signed-in?x=1',
    'https://app.example.com/signed-in?',
    'https://app.example.com/signed-in#',
    'https://app.example.com/signed-in#x',
    'https://app.example.com/%73igned-in',
    'https://app.example.com.evil.example/signed-in',
    'https://appxexample.com/signed-in',
    'https://app.example.com@evil.example/signed-in',
    'https://evil.example@app.example.com/signed-in',
    'https://app.example.com./signed-in',
    'https://xn--pp-eka.example.com/signed-in',
    'https://[::1]/signed-in',
    ' https://app.example.com/signed-in',
    'https://app.example.com/signed-in ',
    'https://app.example.com/signed-in\r\nSet-Cookie: a=b',
    'https://app.example.com/cb',
    'https://app.example.com/cb?from=us&x=1',
    '',
  ]) {
    await assertRefused(address)
  }
})

test('on loopback only the port may differ', async () => {
  for (const address of [
    'http://127.0.0.1/callback',
    'http://127.0.0.1:/callback',
    'http://127.0.0.1:00080/callback',
    'http://127.0.0.1:65536/callback',
    'http://127.0.0.1:80/callback/',
    'http://127.0.0.1:80/x/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://127.0.0.1:80.evil.example/callback',
    'http://127.0.0.1:80/callback?x=/callback',
    'http://127.0.0.2:80/callback',
    'http://localhost:80/callback',
    'http://[::1]:80/callback',
    'https://127.0.0.1:80/callback',
  ]) {
    await assertRefused(address)
  }
})

test('an address that is not a page’s is refused', async () => {
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//evil.example',
    '/\\evil.example',
    '\t//evil.example',
    'https:evil.example',
    'com.example.app:/in/other',
    '<script>alert(1)</script>',
  ]) {
    await assertRefused(address)
  }
})

test('two addresses at once are refused', async () => {
  const both = `redirect_uri=${encodeURIComponent(appUrl)}&redirect_uri=${encodeURIComponent(appUrl)}`
  assert.equal((await get(service, `/auth/oauth/acme?${both}`)).status, 400)
  assert.equal((await get(service, '/auth/oauth/acme')).status, 400)
})

test('starting a link refuses unregistered addresses, too', async () => {
  const { userId, accessToken: token } = await register(service)
  const path = `/users/${userId}/identities/acme`
  const { status, body } = await post(service, path, { redirect_uri: 'https://evil.example/' }, { token })
  assert.deepEqual([status, body.code], [400, 'bad_request'])
})

test('a state is returned encoded, whatever it contains', async () => {
  const state = '"><script>alert(1)</script>&code=evil#x'
  const { headers } = await get(
    service,
    startUrl({ address: '' }, 'acme', { state, code_challenge_method: 'plain' }),
  )
  const to = new URL(headers.get('location') as string)
  assert.equal(to.searchParams.get('state'), state)
  assert.deepEqual([to.searchParams.get('code'), to.hash], [null, ''])
})
