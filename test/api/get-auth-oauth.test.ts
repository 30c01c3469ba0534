import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { challengeOf } from '../../src/flows/return/code.ts'
import { appUrl, browserOf, signInWith, startFederated, startUrl } from '../support/federation.ts'
import { get, send } from '../support/http.ts'
import { assertOwners, ownWithoutTriggers } from '../support/owners.ts'
import { exchange, newEmail, register, signIn, tokensOf } from '../support/people.ts'
import { dumpRows } from '../support/rows.ts'
import { answerChallenge, enrol } from '../support/second-factor.ts'

const service = await startFederated({ acme: { NAME: 'Acme & Sons' }, globex: {} })
await ownWithoutTriggers(service)
const { acme } = service.providers

/** Somebody whom a provider knows. */
const newcomer = (provider = acme, email = newEmail()) => {
  const subject = randomUUID()
  provider.people.set(subject, { email, email_verified: true })
  return { subject, email }
}

const signedInBy = async (provider: 'acme' | 'globex', subject: string) => {
  const { code, error } = await signInWith(service, provider, subject)
  assert.ok(code, String(error))
  const { accessToken } = tokensOf(await exchange(service, code))
  const { body } = await get(service, '/users/me', accessToken)
  return { account: body, accessToken }
}

test('the providers are listed in the operator’s order', async () => {
  const { body } = await get(service, '/auth/oauth')
  assert.deepEqual(body, [
    { id: 'acme', name: 'Acme & Sons' },
    { id: 'globex', name: 'globex' },
  ])
})

test('a browser is sent to the provider with state, nonce and PKCE, and keeps a cookie', async () => {
  const answer = await send(
    service,
    'GET',
    new URL(startUrl(service, 'acme')).href.slice(service.address.length),
  )
  assert.equal(answer.status, 302)
  const to = new URL(answer.headers.get('location') as string)
  assert.equal(to.origin + to.pathname, `${acme.issuer}/auth`)
  const { state, nonce, code_challenge, ...others } = Object.fromEntries(to.searchParams)
  for (const value of [state, nonce, code_challenge]) assert.match(value as string, /^[A-Za-z0-9_-]{43}$/)
  assert.deepEqual(others, {
    client_id: 'sallyport',
    redirect_uri: `${service.address}/auth/oauth/acme/callback`,
    response_type: 'code',
    scope: 'openid email',
    code_challenge_method: 'S256',
  })
  assert.match(
    answer.headers.get('set-cookie') as string,
    /^sallyport-oauth=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
})

test('a newcomer gets an account with a verified address, and the same one next time', async () => {
  const { subject, email } = newcomer()
  const first = await signedInBy('acme', subject)
  assert.deepEqual([first.account.email, first.account.emailVerified], [email, true])
  const sessions = await get(service, `/users/${first.account.id}/sessions`, first.accessToken)
  assert.deepEqual(sessions.body[0].methods, ['acme'])

  const again = await signedInBy('acme', subject)
  assert.equal(again.account.id, first.account.id)
})

test('state comes back as it is, and a challenge has to be met', async () => {
  const { subject } = newcomer()
  const verifier = 'a verifier that is as long as RFC 7636 wants it'
  const state = 'a&b=c d/é'.replace('é', '%')
  const back = await signInWith(service, 'acme', subject, {
    state,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  })
  assert.equal(back.state, state)
  assert.equal((await exchange(service, back.code as string)).status, 401)
  tokensOf(await exchange(service, back.code as string, verifier))
})

test('a second factor is asked for after a provider’s sign-in, too', async () => {
  const { subject, email } = newcomer()
  const { account, accessToken } = await signedInBy('acme', subject)
  const guarded = await enrol(service, {
    userId: account.id,
    accessToken,
    refreshToken: '',
    email,
    password: '',
  })
  const { code } = await signInWith(service, 'acme', subject)
  const answer = await exchange(service, code as string)
  assert.deepEqual([answer.status, answer.body.code], [403, 'two_factor_required'])
  const pair = tokensOf(await answerChallenge(service, answer.body.challenge, guarded.code()))
  const sessions = await get(service, `/users/${account.id}/sessions`, pair.accessToken)
  assert.deepEqual(sessions.body[0].methods, ['acme', 'totp'])
})

test('an address that both sides have proven links the two, and both sign-ins lead to one account', async () => {
  const { subject, email } = newcomer()
  const first = await signedInBy('acme', subject)
  const elsewhere = newcomer(service.providers.globex, email.toUpperCase())
  const second = await signedInBy('globex', elsewhere.subject)
  assert.equal(second.account.id, first.account.id)
  // and nothing that was there went
  assert.equal((await get(service, '/users/me', first.accessToken)).status, 200)
})

test('an address that the provider has not verified does not lead to the account that has it', async () => {
  const person = await register(service)
  const { subject } = newcomer()
  for (const email_verified of [false, undefined, 'true', 'false', 1, null]) {
    acme.people.set(subject, { email: person.email, email_verified })
    const { error, error_description } = await signInWith(service, 'acme', subject)
    assert.equal(error, 'account_exists', String(email_verified))
    assert.match(error_description as string, /Sign in to it/)
  }
  tokensOf(await signIn(service, person))
})

test('a free address that nobody has verified makes an unverified account', async () => {
  const { subject, email } = newcomer()
  acme.people.set(subject, { email, email_verified: false })
  const { account } = await signedInBy('acme', subject)
  assert.deepEqual([account.email, account.emailVerified], [email, false])
})

test('without an address no account is made', async () => {
  const { subject } = newcomer()
  for (const claims of [{}, { email: 'nobody' }, { email: 'a@b@example.com', email_verified: true }]) {
    acme.people.set(subject, claims)
    assert.equal((await signInWith(service, 'acme', subject)).error, 'email_required')
  }
})

test('while a provider’s address endpoint is down, linked people get in and strangers learn what is missing', async () => {
  const { subject } = newcomer()
  const { account } = await signedInBy('acme', subject)
  acme.faults.idToken = ({ email: _, email_verified: __, ...claims }) => acme.sign(claims)
  const away = { status: 503 }
  acme.faults.answer = ({ url = '' }, response) => {
    if (!url.startsWith('/me')) return false
    if (away.status) response.writeHead(away.status).end()
    else response.destroy()
    return true
  }
  for (const status of [503, 403, 0]) {
    away.status = status
    assert.equal((await signedInBy('acme', subject)).account.id, account.id)
    assert.equal((await signInWith(service, 'acme', newcomer().subject)).error, 'email_required')
    assert.match(service.logs.slice(-3).join(), /"acme","why":"no address from its userinfo endpoint/)
  }
  acme.faults.answer = ({ url = '' }, response) => {
    if (url.startsWith('/me'))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"sub":"eve"}')
    return url.startsWith('/me')
  }
  assert.equal((await signInWith(service, 'acme', subject)).error, 'server_error', 'of somebody else')
  acme.faults = {}
})

test('a provider’s cancellation or outage is not reported as an untrustworthy answer', async () => {
  const answers = {
    user_cancelled_authorize: 'access_denied',
    user_cancelled_login: 'access_denied',
    temporarily_unavailable: 'temporarily_unavailable',
    server_error: 'server_error',
  }
  for (const [told, error] of Object.entries(answers)) {
    acme.faults.location = (location) => location.replace('error=access_denied', `error=${told}`)
    const warned = service.logs.length
    assert.equal((await signInWith(service, 'acme', 'nobody')).error, error, told)
    const lines = service.logs
      .slice(warned)
      .filter((line) => line.includes('signing in with a provider failed'))
    assert.equal(lines.length, error === 'access_denied' ? 0 : 1, told)
  }
  acme.faults = {}
})

test('cancelling at the provider returns access_denied to the application', async () => {
  const { code, error, state } = await signInWith(service, 'acme', 'nobody', { state: 'xyz' })
  assert.deepEqual([code, error, state], [undefined, 'access_denied', 'xyz'])
})

test('errors of the application are returned to its own address', async () => {
  const open = async (parameters: Record<string, string>) =>
    Object.fromEntries(
      (await browserOf('nobody').open(startUrl(service, 'acme', parameters), appUrl)).url.searchParams,
    )
  const challenge = challengeOf('v')
  const wrong: Record<string, string>[] = [
    { code_challenge: challenge },
    { code_challenge: challenge, code_challenge_method: 'plain' },
    { code_challenge_method: 'S256' },
    { code_challenge: 'short', code_challenge_method: 'S256' },
    { state: 'line\nbreak' },
  ]
  for (const parameters of wrong) {
    const { code, error } = await open(parameters)
    assert.deepEqual([code, error], [undefined, 'invalid_request'], JSON.stringify(parameters))
  }
})

test('an unconfigured provider does not exist', async () => {
  for (const path of ['/auth/oauth/google', '/auth/oauth/toString', '/auth/oauth/acme/callbacks']) {
    assert.equal((await get(service, path)).status, 404)
  }
})

test('no provider’s token, state, nonce or code is stored or logged', async () => {
  const { subject } = newcomer()
  const { code, state } = await signInWith(service, 'acme', subject, { state: 'a-state-of-the-application' })
  assert.equal(state, 'a-state-of-the-application')
  const secrets = [...acme.tokens, code as string]
  assert.ok(secrets.length > 5)
  const written = (await dumpRows(service)) + service.logs.join('\n')
  for (const secret of secrets) assert.ok(!written.includes(secret))
  assert.ok(!service.logs.join('\n').includes('a-state-of-the-application'))
})

test('every address and identity has its owner, and every owner theirs', () => assertOwners(service))
