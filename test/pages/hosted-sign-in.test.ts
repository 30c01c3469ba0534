import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { deriveToken, readToken } from '../../src/platform/crypto/token.ts'
import type { Runner } from '../../src/platform/db/db.ts'
import { unavailable } from '../../src/platform/errors.ts'
import { type Landing, newBrowser, withoutNumber } from '../support/browser.ts'
import { appUrl, browserOf, startFederated } from '../support/federation.ts'
import { at, forged } from '../support/forged.ts'
import { newApplication } from '../support/hosted.ts'
import { get, send } from '../support/http.ts'
import { newEmail, register, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { enrol, registerGuarded, wrongCode } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const password = 'a password of the tests'
const service = await startFederated({ acme: {} })
const { acme } = service.providers

const me = async (token: string) => (await get(service, '/users/me', token)).body
const methodsOf = async (token: string) => {
  const [session] = (await get(service, '/users/me/sessions', token)).body
  return session.methods
}
const titleOf = ({ text }: Landing) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]
const errorIn = ({ url }: Landing) => url.searchParams.get('error')

const firstFactorOf = ({ email, password }: { email: string; password: string }) => ({ email, password })

/** A browser in which somebody is signed in on the pages. */
const visitorOf = async (person: { email: string; password: string }) => {
  const browser = newBrowser()
  const page = await browser.open(`${service.address}/account/sign-in`)
  await browser.submit(page, firstFactorOf(person))
  return browser
}
const cookieOf = (browser: ReturnType<typeof newBrowser>) =>
  browser.cookies.get(service.address)?.get('sallyport-account') ?? ''

test('people register on the page, and the application gets tokens', async () => {
  const app = await newApplication(service)
  const browser = newBrowser()
  const page = await browser.open(app.start('/account/register'))
  assert.equal(titleOf(page), 'Create your account')
  const email = newEmail()
  const typed = { email, password, passwordConfirmation: password }
  const back = await browser.submit(page, typed, appUrl)
  const tokens = tokensOf(await app.exchange(app.codeIn(back.url)))
  assert.equal((await me(tokens.accessToken)).email, email)
  assert.deepEqual(await methodsOf(tokens.accessToken), ['password'])
})

test('a signed-in visitor is sent back at once, unless the application requires a new sign-in', async () => {
  const person = await register(service)
  const browser = await visitorOf(person)
  const app = await newApplication(service)
  const back = await browser.open(app.start(), appUrl)
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
  assert.equal((await me(accessToken)).id, person.userId)
  const anew = await browser.open((await newApplication(service, { prompt: 'login' })).start())
  assert.equal(titleOf(anew), 'Sign in')
  const silent = await newApplication(service, { prompt: 'none' })
  silent.codeIn((await browser.open(silent.start(), appUrl)).url)
  assert.equal(errorIn(await newBrowser().open(silent.start(), appUrl)), 'login_required')
})

test('a code needs its own verifier, works once, and a replay ends the session it opened', async () => {
  const browser = await visitorOf(await register(service))
  const app = await newApplication(service)
  const code = app.codeIn((await browser.open(app.start(), appUrl)).url)
  const other = await newApplication(service)
  const wrong = await other.exchange(code)
  assertRefused(wrong, 401, 'invalid_credentials')
  const { accessToken } = tokensOf(await app.exchange(code))
  await shiftRows(service, 5)
  assertRefused(await app.exchange(code), 401, 'invalid_credentials')
  assertRefused(await get(service, '/users/me', accessToken), 401, 'unauthorized')
})

test('a code works for a minute, and no longer', async () => {
  const browser = await visitorOf(await register(service))
  for (const [seconds, status] of [
    [55, 200],
    [61, 401],
  ] as const) {
    const app = await newApplication(service)
    const code = app.codeIn((await browser.open(app.start(), appUrl)).url)
    await shiftRows(service, seconds)
    assert.equal((await app.exchange(code)).status, status)
  }
})

test('an unregistered address, or a request without a challenge, ends on a page', async () => {
  const { parameters } = await newApplication(service)
  for (const redirect_uri of [
    'https://evil.example/signed-in',
    'https://app.example.com:8443/signed-in',
    'https://app.example.com/Signed-in',
    'https://app.example.com@evil.example/signed-in',
    'https://app.example.com/signed-in/',
    'http://app.example.com/signed-in',
    'javascript:alert(1)',
  ])
    for (const path of ['/account/sign-in', '/account/register', '/account/second-step']) {
      const answer = await get(service, `${path}?${new URLSearchParams({ ...parameters, redirect_uri })}`)
      assert.equal(answer.status, 400, redirect_uri)
      assert.equal(answer.headers.get('location'), null)
      assert.ok(!answer.text.includes('evil'))
      assert.match(answer.text, /<h1>This sign-in cannot start<\/h1>/)
    }
  for (const missing of ['code_challenge', 'code_challenge_method'] as const) {
    const { [missing]: _, ...rest } = parameters
    assert.equal((await get(service, `/account/sign-in?${new URLSearchParams(rest)}`)).status, 400, missing)
  }
  const bare = new URLSearchParams({ redirect_uri: appUrl, state: parameters.state })
  assert.equal((await get(service, `/account/sign-in?${bare}`)).status, 400)
  for (const twice of [`redirect_uri=${appUrl}`, 'login_hint=a&login_hint=b'])
    assert.equal(
      (await get(service, `/account/sign-in?${new URLSearchParams(parameters)}&${twice}`)).status,
      400,
    )
})

test('a wrong and an unknown address get equal words, and only the address stays in the form', async () => {
  const person = await register(service)
  const texts = []
  for (const email of [person.email, newEmail()]) {
    const browser = newBrowser()
    const page = await browser.open(`${service.address}/account/sign-in`)
    const again = await browser.submit(page, { email, password: 'not this one' })
    assert.equal(again.status, 401)
    assert.match(again.text, /<title>Error: Sign in/)
    assert.match(again.text, /id="problem" role="alert" tabindex="-1" autofocus/)
    assert.ok(again.text.includes(`value="${email}"`))
    assert.ok(!again.text.includes('not this one'))
    texts.push(withoutNumber(again).replace(email, ''))
  }
  assert.equal(texts[0], texts[1])
})

test('an error is shown beside its field, and has the focus', async () => {
  const browser = newBrowser()
  const page = await browser.open(`${service.address}/account/register`)
  const typed = { email: 'nobody', password: 'short', passwordConfirmation: 'other' }
  const again = await browser.submit(page, typed)
  assert.equal(again.status, 422)
  for (const name of ['email', 'password', 'passwordConfirmation'])
    assert.match(again.text, new RegExp(`id="${name}-problem"`))
  assert.match(again.text, /<input id="email"[^>]* aria-invalid="true" autofocus>/)
  assert.equal(again.text.match(/autofocus/g)?.length, 1)
  assert.ok(again.text.includes('value="nobody"'))
  assert.ok(!again.text.includes('short'))
  const taken = await register(service)
  const full = { email: taken.email, password, passwordConfirmation: password }
  assert.match((await browser.submit(page, full)).text, /already has an account/)
})

test('with a second factor no code is issued before the second step, and then none is asked for twice', async () => {
  const guarded = await registerGuarded(service)
  const app = await newApplication(service)
  const browser = newBrowser()
  const step = await browser.submit(await browser.open(app.start()), firstFactorOf(guarded), appUrl)
  assert.equal(titleOf(step), 'One more step')
  // the first factor alone leads nowhere else
  assert.equal(titleOf(await browser.open(app.start(), appUrl)), 'Sign in')
  const wrong = await browser.submit(step, { code: wrongCode(guarded) }, appUrl)
  assert.equal(wrong.status, 401)
  assert.equal(titleOf(wrong), 'One more step')
  const back = await browser.submit(step, { code: guarded.code() }, appUrl)
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
  assert.deepEqual(await methodsOf(accessToken), ['password', 'totp'])
})

test('a backup code completes the second step, too', async () => {
  const guarded = await registerGuarded(service)
  const app = await newApplication(service)
  const browser = newBrowser()
  await browser.submit(await browser.open(app.start()), firstFactorOf(guarded), appUrl)
  const step = await browser.open(`${app.start('/account/second-step')}&method=backup_code`)
  const back = await browser.submit(step, { code: guarded.backup[0]! }, appUrl)
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
  assert.deepEqual(await methodsOf(accessToken), ['password', 'backup_code'])
})

test('a backup code is accepted where the app’s code is asked for, and a code with a space', async () => {
  const guarded = await registerGuarded(service)
  const typed = [guarded.backup[1]!.replaceAll('-', '–'), guarded.code().replace(/^.../, '$& ')]
  for (const [n, code] of typed.entries()) {
    const app = await newApplication(service)
    const browser = newBrowser()
    const step = await browser.submit(await browser.open(app.start()), firstFactorOf(guarded), appUrl)
    const back = await browser.submit(step, { code }, appUrl)
    const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
    assert.deepEqual(await methodsOf(accessToken), ['password', n === 0 ? 'backup_code' : 'totp'])
  }
})

test('a visit with only the first factor is asked for the second before it gets a code', async () => {
  const guarded = await registerGuarded(service)
  const app = await newApplication(service)
  const browser = newBrowser()
  const step = await browser.submit(await browser.open(app.start()), firstFactorOf(guarded), appUrl)
  await browser.submit(step, { code: guarded.code() }, appUrl)
  // setting up a second factor ends all other sessions, so one that survived it has to be made
  const visit = sql`user_id = ${guarded.userId} and kind = 'page'`
  await service.deps.db.run(sql`update sessions set methods = '{password}' where ${visit}`)
  const form = await browser.open(app.start(), appUrl)
  assert.equal(titleOf(form), 'Sign in')
  const again = await browser.submit(form, firstFactorOf(guarded), appUrl)
  assert.equal(titleOf(again), 'One more step')
  service.clock.nowMs += 30_000
  const back = await browser.submit(again, { code: guarded.code() }, appUrl)
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
  assert.deepEqual(await methodsOf(accessToken), ['password', 'totp'])
  const left = await service.deps.db.run(sql`select from sessions where ${visit}`)
  assert.equal(left.length, 1)
})

test('a code of the first factor alone asks for a second one set up since', async () => {
  const person = await register(service)
  const browser = await visitorOf(person)
  const app = await newApplication(service)
  const code = app.codeIn((await browser.open(app.start(), appUrl)).url)
  await enrol(service, person)
  // whatever ends all sessions ends this sign-in; without that, the second step would be asked for
  await service.deps.db.run(sql`
    update users set epoch = (select epoch from oauth_codes where user_id = ${person.userId}) where id = ${person.userId}`)
  assert.equal((await app.exchange(code)).body.code, 'two_factor_required')
})

test('a provider’s sign-in goes through the pages, with our second step', async () => {
  const email = newEmail()
  acme.people.set('grace', { email, email_verified: true })
  const app = await newApplication(service)
  const browser = browserOf('grace', acme)
  const page = await browser.open(app.start())
  const [, link = ''] = /href="([^"]*\/account\/provider[^"]*)"/.exec(page.text) ?? []
  const start = service.address + link.replaceAll('&#38;', '&')
  const back = await browser.open(start, appUrl)
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
  const account = await me(accessToken)
  assert.deepEqual([account.email, await methodsOf(accessToken)], [email, ['acme']])

  const person = { email, password, userId: account.id, accessToken, refreshToken: '' }
  const guarded = await enrol(service, person)
  const next = await newApplication(service)
  const anew = browserOf('grace', acme)
  const step = await anew.open(start.replace(/state=[^&]*/, `state=${next.parameters.state}`), appUrl)
  assert.equal(titleOf(step), 'One more step')
  assert.equal((await anew.submit(step, { code: guarded.code() }, appUrl)).url.origin, new URL(appUrl).origin)
})

test('a provider’s code is worthless in another browser, and so is a stranger’s error', async () => {
  acme.people.set('mallory', { email: newEmail(), email_verified: true })
  const own = `${service.address}/account/signed-in`
  const attacker = browserOf('mallory', acme)
  const stop = await attacker.open(`${service.address}/account/provider?provider=acme`, own)
  assert.ok(stop.url.searchParams.has('code'))
  const victim = newBrowser()
  const landed = await victim.open(stop.url.href)
  assert.equal(titleOf(landed), 'Sign in')
  assert.equal(cookieOf(victim), '')
  const told = await victim.open(`${own}?error=%3Cscript%3E&state=redirect_uri%3Dhttps%3A%2F%2Fevil.example`)
  assert.equal(told.status, 400)
  assert.doesNotMatch(told.text, /<script>|evil/)
})

test('no application’s token opens a page, and no page’s cookie is a token', async () => {
  const person = await register(service)
  const browser = await visitorOf(person)
  const cookie = cookieOf(browser)
  assert.match(cookie, /^sp_ps_/)
  assertRefused(await get(service, '/users/me', cookie), 401, 'unauthorized')
  for (const prefix of ['sp_at_', 'sp_rt_'])
    assertRefused(
      await get(
        service,
        '/users/me',
        forged(cookie, () => {}, prefix),
      ),
      401,
      'unauthorized',
    )
  const app = await newApplication(service)
  const asVisit = (token: string) => forged(token, () => {}, 'sp_ps_')
  const otherMac = forged(cookie, (packed) => packed.fill(7, at.mac))
  for (const token of [
    person.accessToken,
    asVisit(person.accessToken),
    asVisit(person.refreshToken),
    otherMac,
  ]) {
    const other = newBrowser()
    other.cookies.set(service.address, new Map([['sallyport-account', token]]))
    assert.equal(titleOf(await other.open(app.start(), appUrl)), 'Sign in')
  }
})

test('a session’s row decides its kind, whatever a token says', async () => {
  const person = await register(service)
  await visitorOf(person)
  const rows = await service.deps.db.run<{ id: string; kind: 'application' | 'page'; seed: Uint8Array }>(
    sql`select id, kind, seed from sessions where user_id = ${person.userId}`,
  )
  const derived = (row: (typeof rows)[number], kind: 'access' | 'page') =>
    deriveToken(
      service.deps.keys[0],
      { kind, userId: person.userId, sessionId: row.id, generation: 0 },
      row.seed,
    )
  const [application, visit] = ['application', 'page'].map((kind) => rows.find((row) => row.kind === kind)!)
  assert.equal((await get(service, '/users/me', derived(application!, 'access'))).status, 200)
  assertRefused(await get(service, '/users/me', derived(visit!, 'access')), 401, 'unauthorized')
  const app = await newApplication(service)
  for (const [row, title] of [
    [visit!, undefined],
    [application!, 'Sign in'],
  ] as const) {
    const browser = newBrowser()
    browser.cookies.set(service.address, new Map([['sallyport-account', derived(row, 'page')]]))
    assert.equal(titleOf(await browser.open(app.start(), appUrl)), title)
  }
})

test('a visit ends after an hour of silence, after its day, and with everything that ends sessions', async () => {
  const app = await newApplication(service)
  const isIn = async (browser: ReturnType<typeof newBrowser>) => {
    const landed = await browser.open(app.start(), appUrl)
    if (!landed.url.href.startsWith(appUrl)) return false
    // a use is noted after the answer
    const { userId, sessionId } = readToken(service.deps.keys, 'page', cookieOf(browser))!
    const unnoted = sql`
      select from sessions
      where user_id = ${userId} and id = ${sessionId} and last_used_at < now() - interval '1 minute'`
    while ((await service.deps.db.run(unnoted)).length > 0) await sleep(5)
    return true
  }

  const [idle, busy] = [await visitorOf(await register(service)), await visitorOf(await register(service))]
  for (let hour = 0; hour < 23; hour++) {
    await shiftRows(service, 3_500)
    assert.ok(await isIn(busy), `hour ${hour}`)
    if (hour === 0) assert.ok(await isIn(idle))
  }
  assert.ok(!(await isIn(idle)))
  await shiftRows(service, 3_500)
  await isIn(busy)
  await shiftRows(service, 3_500)
  assert.ok(!(await isIn(busy)))

  const person = await register(service)
  const browser = await visitorOf(person)
  assert.ok(await isIn(browser))
  const path = `/users/${person.userId}/sessions`
  const listed = (await get(service, path, person.accessToken)).body
  assert.deepEqual(listed.map(({ kind }: { kind: string }) => kind).sort(), ['application', 'page'])
  assert.equal((await send(service, 'DELETE', path, { token: person.accessToken })).status, 204)
  assert.ok(!(await isIn(browser)))
})

test('signing out ends the visit, whoever kept the cookie', async () => {
  const browser = await visitorOf(await register(service))
  const cookie = cookieOf(browser)
  const page = await browser.open(`${service.address}/account/sign-out`)
  const out = await browser.submit(page, {})
  assert.match(out.text, /You&#39;re signed out\./)
  const thief = newBrowser()
  thief.cookies.set(service.address, new Map([['sallyport-account', cookie]]))
  assert.equal(titleOf(await thief.open((await newApplication(service)).start(), appUrl)), 'Sign in')
})

test('an expired challenge leads back to the sign-in, which says why and fills in the address', async () => {
  const guarded = await registerGuarded(service)
  const app = await newApplication(service, { login_hint: guarded.email })
  const browser = newBrowser()
  const step = await browser.submit(await browser.open(app.start()), firstFactorOf(guarded), appUrl)
  await shiftRows(service, 301)
  const back = await browser.submit(step, { code: guarded.code() }, appUrl)
  assert.equal(titleOf(back), 'Sign in')
  assert.match(back.text, /That took too long/)
  assert.ok(back.text.includes(`value="${guarded.email}"`))
})

test('each form is accepted only from our own page, with each field once, and only as a form', async () => {
  const browser = await visitorOf(await register(service))
  const cookie = `sallyport-account=${cookieOf(browser)}`
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const path of [
    'sign-in',
    'register',
    'second-step',
    'lost-second-factor',
    'sign-out',
    'forgot-password',
  ]) {
    const send_ = (headers: Record<string, string>, body: unknown = 'email=a') =>
      send(service, 'POST', `/account/${path}`, { body, headers: { cookie, ...headers } })
    for (const from of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
      {},
    ])
      assert.equal((await send_({ ...type, ...(from as Record<string, string>) })).status, 403, path)
    const own = { 'sec-fetch-site': 'same-origin' }
    assert.equal((await send_({ ...type, ...own }, 'a=1&a=2')).status, 400, path)
    assert.equal((await send_(own, { email: 'a' })).status, 415, path)
  }
  assert.equal(titleOf(await browser.open(`${service.address}/account/sign-out`)), 'Sign out')
})

test('no site may frame a page, and its form leads only here', async () => {
  const app = await newApplication(service)
  const { headers, text } = await newBrowser().open(app.start())
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /frame-ancestors 'none'/)
  assert.match(policy, /form-action 'self'(;|$)/)
  assert.doesNotMatch(policy, /script-src|unsafe/)
  assert.doesNotMatch(text, /<script/)
  assert.ok(text.length < 15_000)
  const plain = await newBrowser().open(`${service.address}/account/sign-in`)
  assert.match(plain.headers.get('content-security-policy') ?? '', /form-action 'self'(;|$)/)
})

test('a sign-in survives if the previous visit cannot be ended', async () => {
  const { db } = service.deps
  let isAway = false
  const whereAway = (runner: Runner): Runner => ({
    ...runner,
    run: async (statement) => {
      if (isAway && statement.name === 'deleteSession') throw unavailable(new Error('a test'))
      return runner.run(statement)
    },
  })
  const own = await startVariant(service, {
    db: { ...db, transaction: (work) => db.transaction((runner) => work(whereAway(runner))) },
    config: { publicUrl: undefined },
  })
  const [before, guarded] = [await register(service), await registerGuarded(service)]
  const browser = newBrowser()
  const page = (path: string) => browser.open(`${own.address}/account${path}`)
  await browser.submit(await page('/sign-in'), firstFactorOf(before))
  const form = await page('/sign-in?prompt=login')
  await browser.submit(form, firstFactorOf(guarded))
  const step = await page('/second-step?method=backup_code')
  isAway = true
  const landed = await browser.submit(step, { code: guarded.backup[0]! })
  assert.deepEqual([landed.status, titleOf(landed)], [200, 'Your account'])
  assert.ok(landed.text.includes(guarded.email))
})
