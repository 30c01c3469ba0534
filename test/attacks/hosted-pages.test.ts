import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renewProof } from '../../src/sessions/proof/queries.ts'
import { type Browser, type Landing, newBrowser } from '../support/browser.ts'
import { appUrl, startFederated } from '../support/federation.ts'
import { newApplication } from '../support/hosted.ts'
import { get, post, send } from '../support/http.ts'
import { newEmail, type Person, register, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startFederated({ acme: {} })

const credentialsOf = ({ email, password }: Person) => ({ email, password })
const titleOf = ({ text }: Landing) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]
const cookieOf = (browser: Browser, name: string) =>
  browser.cookies.get(service.address)?.get(`sallyport-${name}`)

const visitorOf = async (person: Person): Promise<Browser> => {
  const browser = newBrowser()
  await browser.submit(await browser.open(`${service.address}/account/sign-in`), credentialsOf(person))
  assert.ok(cookieOf(browser, 'account'))
  return browser
}

/** Makes the proof of a visit older than it may be. */
const makeStale = ({ userId }: Person) =>
  service.deps.db.run(sql`
    update sessions set authenticated_at = now() - interval '2 hours' where user_id = ${userId} and kind = 'page'`)

test('an issued code keeps a stale proof stale, so that an open browser cannot take the account', async () => {
  const person = await register(service)
  const browser = await visitorOf(person)
  await makeStale(person)
  const app = await newApplication(service)
  const code = app.codeIn((await browser.open(app.start(), appUrl)).url)
  const { accessToken } = tokensOf(await app.exchange(code))
  const change = { email: newEmail() }
  const answer = await post(service, `/users/${person.userId}/email`, change, { token: accessToken })
  assert.equal(answer.status, 403)
  assert.equal(answer.body.code, 'reauthentication_required')
  const fresh = await visitorOf(person)
  const next = await newApplication(service)
  const own = tokensOf(await next.exchange(next.codeIn((await fresh.open(next.start(), appUrl)).url)))
  const allowed = await post(service, `/users/${person.userId}/email`, change, { token: own.accessToken })
  assert.equal(allowed.status, 202)
})

test('a password on the pages does not renew a reported proof of two factors', async () => {
  const person = await registerGuarded(service)
  const browser = newBrowser()
  const step = await browser.submit(
    await browser.open(`${service.address}/account/sign-in`),
    credentialsOf(person),
  )
  await browser.submit(step, { code: person.code() })
  await shiftRows(service, 100)
  const [visit] = await many<{ id: string }>(
    service.deps.db,
    sql`select id from sessions where user_id = ${person.userId} and kind = 'page'`,
  )
  assert.ok(await renewProof(service.deps.db, { userId: person.userId, sessionId: visit!.id }))
  const app = await newApplication(service)
  const { accessToken: token } = tokensOf(
    await app.exchange(app.codeIn((await browser.open(app.start(), appUrl)).url)),
  )
  const { key } = await newServiceKey(service)
  const { body } = await post(service, '/auth/introspect', { token }, { token: key })
  assert.deepEqual(body.amr, ['pwd', 'otp', 'mfa'])
  assert.ok(body.iat - body.auth_time >= 99)
})

test('a visit cannot renew itself through the return address of providers', async () => {
  const person = await register(service)
  const browser = await visitorOf(person)
  const { parameters } = await newApplication(service, {
    redirect_uri: `${service.address}/account/signed-in`,
  })
  const landed = await browser.open(`${service.address}/account/sign-in?${new URLSearchParams(parameters)}`)
  assert.equal(landed.status, 400)
})

test('an application that requires a new sign-in gets one, whichever link is followed', async () => {
  const browser = await visitorOf(await register(service))
  const app = await newApplication(service, { prompt: 'login' })
  const page = await browser.open(app.start(), appUrl)
  const linkIn = ({ text }: Landing, path: string) =>
    service.address + (new RegExp(`href="(${path}[^"]*)"`).exec(text)?.[1] ?? '').replaceAll('&#38;', '&')
  const create = await browser.open(linkIn(page, '/account/register'), appUrl)
  assert.equal(titleOf(create), 'Create your account')
  assert.equal(titleOf(await browser.open(linkIn(create, '/account/sign-in'), appUrl)), 'Sign in')
  for (const wish of [{ prompt: 'create' }, { screen: 'register' }]) {
    const other = await newApplication(service, wish)
    assert.equal(titleOf(await browser.open(other.start(), appUrl)), 'Create your account')
  }
})

test('a refused form does not sign in as the visitor', async () => {
  const [one, other] = [await register(service), await register(service)]
  const browser = await visitorOf(one)
  const app = await newApplication(service)
  const start = new URL(app.start())
  const form = { ...(await newBrowser().open(start.href)), url: start }
  const refused = await browser.submit(form, { email: other.email, password: 'not this one' }, appUrl)
  assert.deepEqual([refused.status, titleOf(refused)], [401, 'Sign in'])
  const create = { ...form, url: new URL(app.start('/account/register')) }
  const typed = { email: other.email, password: 'a good long one', passwordConfirmation: 'a good long one' }
  const taken = await browser.submit(create, typed, appUrl)
  assert.deepEqual([taken.status, titleOf(taken)], [422, 'Create your account'])
})

test('a visitor whose account is gone is asked to sign in', async () => {
  const person = await register(service)
  const browser = await visitorOf(person)
  await service.deps.db.run(sql`delete from users where id = ${person.userId}`)
  for (const path of ['', '/sessions', '/two-factor/set-up', '/close']) {
    const landed = await browser.open(`${service.address}/account${path}`)
    assert.deepEqual([landed.status, titleOf(landed)], [200, 'Sign in'], path)
  }
})

test('a link from another site does not replace the signed-in person with a provider’s account', async () => {
  const browser = await visitorOf(await register(service))
  const cookie = `sallyport-account=${cookieOf(browser, 'account')}`
  const leave = async (headers: Record<string, string>) => {
    const answer = await send(service, 'GET', '/account/provider?provider=acme', { headers })
    assert.equal(answer.status, 303)
    return answer.headers.get('location') ?? ''
  }
  for (const site of ['cross-site', 'same-site']) {
    assert.equal(await leave({ cookie, 'sec-fetch-site': site }), '/account/sign-in?prompt=login')
    // nobody's visit is lost
    assert.match(await leave({ 'sec-fetch-site': site }), /^\/auth\/oauth\/acme\?/)
  }
  for (const site of ['same-origin', 'none'])
    assert.match(await leave({ cookie, 'sec-fetch-site': site }), /^\/auth\/oauth\/acme\?/, site)
})

test('HEAD issues no code', async () => {
  const person = await register(service)
  const browser = await visitorOf(person)
  const app = await newApplication(service)
  const { pathname, search } = new URL(app.start())
  const headers = { cookie: `sallyport-account=${cookieOf(browser, 'account')}` }
  assert.equal((await send(service, 'HEAD', pathname + search, { headers })).status, 200)
  const codes = await service.deps.db.run(sql`select from oauth_codes where user_id = ${person.userId}`)
  assert.equal(codes.length, 0)
})

test('the settings refuse an impossible provider name', async () => {
  const browser = await visitorOf(await register(service))
  const page = await browser.open(`${service.address}/account/providers`)
  for (const provider of ['\0', '../acme', 'Acme', ''])
    for (const act of ['link', 'unlink'])
      assert.equal((await browser.submit(page, { act, provider })).status, 422, JSON.stringify(provider))
})

test('an address typed before an expired second step is still filled in', async () => {
  const person = await register(service)
  const browser = newBrowser()
  const start = await browser.open(`${service.address}/account/sign-in`)
  await browser.submit(start, { email: person.email, password: 'not this one' })
  const expired = await browser.open(`${service.address}/account/sign-in?news=expired`)
  assert.ok(expired.text.includes(`value="${person.email}"`))
  assert.ok(!expired.url.href.includes(person.email))
  await browser.submit(start, credentialsOf(person))
  await browser.submit(await browser.open(`${service.address}/account/sign-out`), {})
  const next = await browser.open(`${service.address}/account/sign-in?news=expired`)
  assert.ok(!next.text.includes(person.email), 'and not once the sign-in is complete')
})

test('the page of a closed account is shown only after closing one', async () => {
  const landed = await newBrowser().open(`${service.address}/account/closed?until=2099-01-01`)
  assert.equal(titleOf(landed), 'Sign in')
})

test('an application on an IPv6 address is a valid destination', async () => {
  const own = await startFederated({ acme: {} }, { OAUTH_REDIRECT_URIS: 'http://[::1]:0/callback' })
  const { parameters } = await newApplication(own, { redirect_uri: 'http://[::1]:4000/callback' })
  const { headers } = await get(own, `/account/sign-in?${new URLSearchParams(parameters)}`)
  assert.match(headers.get('content-security-policy') ?? '', /form-action 'self';/)
  assertRefused(await get(own, '/users/me'), 401, 'unauthorized')
})
