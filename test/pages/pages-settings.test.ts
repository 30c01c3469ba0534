import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsPages } from '../../src/web/pages/settings/pages.ts'
import { type Browser, newBrowser } from '../support/browser.ts'
import { startFederated } from '../support/federation.ts'
import { get, send } from '../support/http.ts'
import { newEmail, register, signIn } from '../support/people.ts'
import { enrol } from '../support/second-factor.ts'
import { shiftRows } from '../support/time.ts'
import { newsIn, problemIn, titleOf, visitorsOf } from '../support/visitors.ts'

const service = await startFederated({}, { PRODUCT_NAME: 'Harbour' })
const { at, press, cookieOf, visitorOf, guardedVisitorOf, newcomer, setUp } = visitorsOf(service)
const confirming = "Confirm it's you"

const privatePages = settingsPages.filter(({ path }) => path !== '/account/closed')
const withForms = settingsPages.flatMap(({ path, acts = {} }) =>
  Object.keys(acts).map((act) => [path, act] as const),
)

test('each page requires a visit, and no application’s token is one', async () => {
  const person = await register(service)
  assert.ok(privatePages.length > 15)
  for (const { path } of privatePages)
    for (const cookie of [
      '',
      `sallyport-account=${person.accessToken}`,
      `sallyport-account=${person.refreshToken}`,
    ]) {
      const answer = await send(service, 'GET', path, { headers: { cookie } })
      assert.equal(answer.status, 303, path)
      assert.equal(answer.headers.get('location'), `/account/sign-in?${new URLSearchParams({ next: path })}`)
    }
  for (const [path, act] of withForms) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    const answer = await send(service, 'POST', path, { headers, body: `act=${act}` })
    assert.match(answer.headers.get('location') ?? '', /^\/account\/sign-in\?next=/, path)
  }
})

test('no other site can press a button', async () => {
  const { person, browser } = await newcomer()
  const cookie = `sallyport-account=${cookieOf(browser)}`
  assert.ok(withForms.length > 15)
  for (const [path, act] of withForms)
    for (const from of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      {},
    ]) {
      const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', ...from }
      const answer = await send(service, 'POST', path, { headers, body: `act=${act}&email=${person.email}` })
      assert.equal(answer.status, 403, `${path} ${act}`)
    }
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
})

test('signing out everywhere in an application ends the visit at once', async () => {
  const { person, browser } = await newcomer()
  await send(service, 'DELETE', '/users/me/sessions', { token: person.accessToken })
  assert.equal(titleOf(await browser.open(at(''))), 'Sign in')
  assert.equal(titleOf(await press(browser, '/data')), 'Sign in')
})

test('changing how one signs in requires a fresh proof before any form is filled in, and leads back', async () => {
  const { person, browser } = await newcomer()
  await shiftRows(service, 16 * 60)
  for (const path of ['/email', '/close', '/two-factor/set-up']) {
    const page = await browser.open(at(path))
    assert.equal(titleOf(page), confirming, path)
    assert.equal(page.url.searchParams.get('next'), `/account${path}`)
  }
  // a form that was open before leads there as well
  assert.equal(titleOf(await press(browser, '/email', { email: newEmail() })), confirming)
  // this one takes the password itself
  assert.equal(titleOf(await browser.open(at('/password'))), 'Change your password')
  const page = await browser.open(at('/email'))
  const wrong = await browser.submit(page, { act: 'password', password: 'not this one' })
  assert.deepEqual([wrong.status, problemIn(wrong)], [401, 'This is not your current password.'])
  assert.match(wrong.text, /<input id="password"[^>]* aria-invalid="true" autofocus>/)
  assert.ok(!wrong.text.includes('not this one'))
  const back = await browser.submit(page, { act: 'password', password: person.password })
  assert.equal(back.url.pathname, '/account/email')
  assert.match(newsIn(back) ?? '', /^Thank you/)
})

test('a sign-in and a proof lead back to the exact part of a page that was opened', async () => {
  const person = await enrol(service, await register(service))
  const own = async (part: string) => (await get(service, `/users/me/${part}`, person.accessToken)).body
  const { next: cursor } = await own('events?limit=1')
  const page = at(`/two-factor/app?id=${(await own('authenticators'))[0].id}`)
  for (const path of [`/activity?cursor=${cursor}`, '/sessions?from=5']) {
    const browser = newBrowser()
    const signIn = await browser.open(at(`${path}&news=changed`))
    assert.equal(titleOf(signIn), 'Sign in')
    const { email, password } = person
    const second = await browser.submit(signIn, { email, password })
    const byBackup = await browser.open(`${second.url.href}&method=backup_code`)
    assert.equal((await browser.submit(byBackup, { code: person.backup.pop()! })).url.href, at(path))
  }
  const browser = await guardedVisitorOf(person)
  await shiftRows(service, 16 * 60)
  const { pathname, search } = new URL(page)
  const asked = await browser.open(
    at(`/confirm-it-is-you?${new URLSearchParams({ next: pathname + search })}`),
  )
  assert.equal(titleOf(asked), confirming)
  const back = await browser.submit(asked, { act: 'code', code: person.backup.pop()! })
  assert.equal(back.url.href, `${page}&news=confirmed`)
})

test('a proof leads only to our own pages', async () => {
  const { person, browser } = await newcomer()
  for (const next of [
    '/account/activity?cursor=//evil.example',
    '/account/activity?redirect_uri=x',
    '/account/sessions?from=5&news=changed',
    'https://evil.example',
    '//evil.example',
    '/account//evil.example',
    '/\\evil.example',
    '/docs',
  ]) {
    const path = `/confirm-it-is-you?${new URLSearchParams({ next })}`
    const page = await press(browser, path, { act: 'password', password: person.password })
    assert.equal(page.url.href.replace(/\?.*/, ''), at(''), next)
  }
})

test('sessions can be ended one by one, all others at once, and everywhere', async () => {
  const { person, browser } = await newcomer()
  const other = await visitorOf(person)
  const page = await browser.open(at('/sessions'))
  const ids = [...page.text.matchAll(/name="id" value="([^"]+)"/g)].map(([, id]) => id!)
  assert.equal(ids.length, 2)
  assert.equal(page.text.match(/This browser/g)?.length, 1)
  for (const _ of ['once', 'and pressed again'])
    assert.equal(
      newsIn(await press(browser, '/sessions', { act: 'end', id: ids.at(-1)! })),
      'That session has ended.',
    )
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 401)
  assert.equal(titleOf(await other.open(at(''))), 'Your account')
  assert.equal(
    newsIn(await press(browser, '/sessions', { act: 'end-others' })),
    'All other sessions have ended.',
  )
  assert.equal(titleOf(await other.open(at(''))), 'Sign in')
  await visitorOf(person, other)
  assert.equal(titleOf(await press(browser, '/sessions', { act: 'end-all' })), 'Sign in')
  assert.equal(cookieOf(browser), undefined)
  assert.equal(titleOf(await other.open(at(''))), 'Sign in')

  const stranger = await newcomer()
  const mine = await get(service, '/users/me/sessions', stranger.person.accessToken)
  await visitorOf(person, browser)
  await press(browser, '/sessions', { act: 'end', id: mine.body[0].id })
  assert.equal((await get(service, '/users/me/sessions', stranger.person.accessToken)).body.length, 2)
})

test('the password changes by the same rules as in the interface', async () => {
  const { person, browser } = await newcomer()
  const change = (more: Record<string, string>) =>
    press(browser, '/password', { currentPassword: person.password, ...more })
  const short = await change({ password: 'short', passwordConfirmation: 'other' })
  assert.equal(short.status, 422)
  assert.match(short.text, /id="password-problem"/)
  assert.match(short.text, /id="passwordConfirmation-problem"/)
  const same = await change({ password: person.email, passwordConfirmation: person.email })
  assert.equal(same.status, 422)
  const missing = await press(browser, '/password', {
    password: 'x'.repeat(9),
    passwordConfirmation: 'x'.repeat(9),
  })
  assert.equal(missing.status, 422)
  assert.match(missing.text, /id="currentPassword-problem"/)
  const password = 'another password of the tests'
  const done = await change({ password, passwordConfirmation: password })
  assert.match(newsIn(done) ?? '', /^Your password has changed/)
  assert.equal((await signIn(service, { ...person, password })).status, 200)
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 401)
})

test('a new address gets a link, and one that is taken does not', async () => {
  const [{ person, browser }, other] = [await newcomer(), await register(service)]
  const taken = await press(browser, '/email', { email: other.email })
  assert.equal(taken.status, 422)
  assert.match(taken.text, /id="email-problem"/)
  assert.match(taken.text, new RegExp(`value="${other.email}"`))
  assert.equal((await press(browser, '/email', { email: person.email })).status, 422)
  assert.match(newsIn(await press(browser, '/email', { email: newEmail() })) ?? '', /^We sent a link/)
})

test('the email that confirms an address is sent again, three times an hour', async () => {
  const { browser } = await newcomer()
  assert.match((await browser.open(at(''))).text, /Not confirmed yet/)
  for (const _ of [1, 2, 3])
    assert.match(newsIn(await press(browser, '', { act: 'verify' })) ?? '', /^An email with a link/)
  const page = await press(browser, '', { act: 'verify' })
  assert.deepEqual([page.status, titleOf(page)], [429, 'Your account'])
})

test('the data can be downloaded as a file, ten times an hour', async () => {
  const { person, browser } = await newcomer()
  const file = await press(browser, '/data')
  assert.match(file.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(file.headers.get('content-disposition'), 'attachment; filename="account-data.json"')
  assert.equal(JSON.parse(file.text).email, person.email)
  for (let times = 1; times < 10; times++) await press(browser, '/data')
  assert.equal((await press(browser, '/data')).status, 429)
})

test('closing an account takes its typed address, and a sign-in keeps it', async () => {
  const { person, browser } = await newcomer()
  const wrong = await press(browser, '/close', { email: newEmail() })
  assert.deepEqual([wrong.status, problemIn(wrong)], [400, 'This is not the address of your account.'])
  assert.equal((await press(browser, '/close')).status, 422)
  const closed = await press(browser, '/close', { email: person.email })
  assert.equal(titleOf(closed), 'Your account is closed')
  assert.match(closed.text, /Sign in before/)
  assert.equal(cookieOf(browser), undefined)
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 401)
  await visitorOf(person, browser)
})

test('the activity uses plain words, with older parts on pages of their own', async () => {
  const { person, browser: own } = await newcomer()
  const page = await own.open(at('/activity'))
  assert.match(page.text, /You signed in with your password/)
  assert.match(page.text, /You created your account/)
  for (let times = 0; times < 12; times++) {
    const other = await visitorOf(person)
    await other.submit(await other.open(at('/sign-out')), {})
  }
  const newest = await own.open(at('/activity'))
  assert.match(newest.text, /A session ended: you signed out/)
  assert.doesNotMatch(newest.text, /You created your account/)
  const older = /href="(\/account\/activity\?cursor=\d+)"/.exec(newest.text)?.[1] ?? ''
  assert.doesNotMatch(newest.text, />Newest</)
  const oldest = await own.open(service.address + older)
  assert.match(oldest.text, /You created your account/)
  assert.match(oldest.text, /href="\/account\/activity">Newest</)
  assert.equal((await own.open(at('/activity?cursor=x'))).status, 400)
})

test('each page weighs at most 15 kB, and requests nothing from anybody else', async () => {
  const { person, browser } = await newcomer()
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) SamsungBrowser/9'.padEnd(300, '.') }
  for (let times = 0; times < 40; times++) await signIn(service, person, { headers })
  const { app } = await setUp(browser)
  await assertLight(browser)
  await press(browser, '/two-factor/set-up', { act: 'confirm', code: app.nextCode() })
  await assertLight(browser)
})

const assertLight = async (browser: Browser) => {
  for (const { path } of settingsPages) {
    const page = await browser.open(service.address + path)
    assert.ok(Buffer.byteLength(page.text) <= 15_000, `${path}: ${Buffer.byteLength(page.text)}`)
    assert.doesNotMatch(page.text, /<script|<link|<img|<iframe|url\(|@import/)
    assert.match(page.headers.get('cache-control') ?? '', /no-store/)
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'.*form-action 'self';.*frame-ancestors 'none'/)
  }
}
