import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { testProvider } from '../../src/test-mode/provider.ts'
import { type Browser, newBrowser } from '../support/browser.ts'
import { get } from '../support/http.ts'
import { exchange, newEmail, tokensOf } from '../support/people.ts'
import { startTested } from '../support/test-mode.ts'

const service = await startTested()
const callback = 'http://127.0.0.1:4321/callback'

/** Opens the provider's page in a browser, and goes on with more parameters. @returns what the application is told */
const signInAs = async (browser: Browser, parameters: Record<string, string>) => {
  const start = `${service.url}/auth/oauth/test?${new URLSearchParams({ redirect_uri: callback })}`
  const page = await browser.open(start, callback)
  assert.ok(page.url.pathname === '/test/provider/authorize', page.text)
  assert.match(page.text, /<button>Sign in<\/button>/)
  for (const [name, value] of Object.entries(parameters)) page.url.searchParams.set(name, value)
  const { url } = await browser.open(page.url.href, callback)
  return Object.fromEntries(url.searchParams)
}

const accountOf = async (parameters: Record<string, string>) => {
  const { code, error } = await signInAs(newBrowser(), parameters)
  const { accessToken } = tokensOf(await exchange(service, String(code ?? error)))
  return (await get(service, '/users/me', accessToken)).body
}

test('whom a test names is signed in at the provider, and is the same person each time', async () => {
  const person = newEmail()
  const account = await accountOf({ person })
  assert.deepEqual([account.email, account.emailVerified], [person, true])
  await service.test.advance('P1D')
  assert.equal((await accountOf({ person })).id, account.id)
})

test('an address may be unconfirmed there, and nobody may want to', async () => {
  assert.equal((await accountOf({ person: newEmail(), verified: 'false' })).emailVerified, false)
  assert.equal((await signInAs(newBrowser(), { person: '' })).error, 'access_denied')
})

test('a code is good once, for whoever has its verifier', () => {
  const provider = testProvider('http://localhost:1')
  const codeVerifier = 'a verifier of the test'
  const client = { clientId: 'sallyport', redirectUri: 'http://localhost:2/callback' }
  const asked = { ...client, person: 'a@example.com', isVerified: true, state: undefined, nonce: undefined }
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const newCode = () => `${new URL(provider.authorize({ ...asked, codeChallenge })).searchParams.get('code')}`
  const code = newCode()
  assert.ok(provider.exchange({ ...client, code, codeVerifier }))
  assert.equal(provider.exchange({ ...client, code, codeVerifier }), undefined)
  assert.equal(provider.exchange({ ...client, code: newCode(), codeVerifier: 'another' }), undefined)
})

test('it serves nobody else', async () => {
  const query = new URLSearchParams({
    redirect_uri: 'http://localhost:1/callback',
    code_challenge: 'a',
    code_challenge_method: 'S256',
  })
  const answer = await fetch(`${service.url}/test/provider/authorize?${query}`)
  assert.equal(answer.status, 400)
  const guess = {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', code: 'guess' }),
  }
  assert.equal((await fetch(`${service.url}/test/provider/token`, guess)).status, 400)
})
