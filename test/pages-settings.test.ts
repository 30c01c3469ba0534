import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { settingsPages } from '../src/web/pages/settings/pages.ts'
import { type Browser, type Landing, newBrowser } from './support/browser.ts'
import { browserOf, startFederated } from './support/federation.ts'
import { get, post, send } from './support/http.ts'
import { type Credentials, newEmail, register, signIn } from './support/people.ts'
import { appWith, type Guarded, registerGuarded, settingsOf } from './support/second-factor.ts'
import { shiftRows } from './support/time.ts'

const service = await startFederated({ acme: { NAME: 'Acme' } }, { PRODUCT_NAME: 'Harbour' })
const { acme } = service.providers
const at = (path: string) => `${service.address}/account${path}`

const titleOf = ({ text }: Landing) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]?.replaceAll('&#39;', "'")
const newsIn = ({ text }: Landing) => /role="status">(.*?)</.exec(text)?.[1]
const problemIn = ({ text }: Landing) =>
  /(?:class="wrong" id="[^"]*"|role="alert"[^>]*)>(.*?)</.exec(text)?.[1]?.trim()
const confirming = "Confirm it's you"

/** Presses a button of a page. */
const press = (browser: Browser, path: string, form: Record<string, string> = {}): Promise<Landing> =>
  browser.submit({ url: new URL(at(path)) } as Landing, form)

const cookieOf = (browser: Browser, name = 'account') =>
  browser.cookies.get(service.address)?.get(`sallyport-${name}`)

/** A browser in which somebody is signed in on the pages. */
const visitorOf = async ({ email, password }: Credentials, browser = newBrowser()) => {
  const page = await browser.submit(await browser.open(at('/sign-in')), { email, password })
  assert.equal(titleOf(page), 'Your account')
  return browser
}

/** The same of somebody with a second factor, who uses up a backup code. */
const guardedVisitorOf = async (person: Guarded) => {
  const browser = newBrowser()
  await browser.submit(await browser.open(at('/sign-in')), { email: person.email, password: person.password })
  const page = await press(browser, '/second-step?method=backup_code', { code: person.backup.pop()! })
  assert.equal(titleOf(page), 'Your account')
  return browser
}

const prove = async (browser: Browser, person: Guarded) =>
  press(browser, '/confirm-it-is-you', { act: 'code', code: person.backup.pop()! })

const newcomer = async () => {
  const person = await register(service)
  return { person, browser: await visitorOf(person) }
}

const privatePages = settingsPages.filter(({ path }) => path !== '/account/closed')
const withForms = settingsPages.flatMap(({ path, acts = {} }) =>
  Object.keys(acts).map((act) => [path, act] as const),
)

test('each page wants a visit, and no token of an application is one', async () => {
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

test('no other site presses a button', async () => {
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

test('what changes the way in wants a fresh proof before anything is filled in, and leads back', async () => {
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

test('a proof leads to our own pages alone', async () => {
  const { person, browser } = await newcomer()
  for (const next of [
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

test('with a second factor, only a code is a proof', async () => {
  const person = await registerGuarded(service)
  const browser = await guardedVisitorOf(person)
  for (const path of ['/email', '/password', '/close', '/two-factor/add-app', '/two-factor/app'])
    assert.equal(titleOf(await browser.open(at(path))), confirming, path)
  const page = await browser.open(at('/email'))
  assert.match(page.text, /id="code"/)
  assert.doesNotMatch(page.text, /id="password"/)
  const byPassword = await browser.submit(page, { act: 'password', password: person.password })
  assert.equal(titleOf(byPassword), confirming)
  const wrong = await browser.submit(page, { act: 'code', code: 'AAAA-AAAA-AAAA-AAAA' })
  assert.deepEqual([wrong.status, titleOf(wrong)], [401, confirming])
  const back = await browser.submit(page, { act: 'code', code: person.backup.pop()! })
  assert.equal(titleOf(back), 'Change your email address')
})

test('without a password, only a new sign-in is a proof', async () => {
  const subject = randomUUID()
  acme.people.set(subject, { email: newEmail(), email_verified: true })
  const browser = browserOf(subject, acme)
  assert.equal(titleOf(await browser.open(at('/provider?provider=acme'))), 'Your account')
  assert.equal(titleOf(await browser.open(at('/password'))), 'Set a password')
  await shiftRows(service, 16 * 60)
  const page = await browser.open(at('/password'))
  assert.equal(titleOf(page), confirming)
  assert.doesNotMatch(page.text, /<input/)
  assert.match(page.text, /href="\/account\/sign-in\?prompt=login&#38;next=%2Faccount%2Fpassword"/)
  const back = await browser.open(at('/provider?provider=acme&next=/account/password'))
  assert.equal(titleOf(back), 'Set a password')
  const password = 'the first password of the tests'
  await browser.submit(back, { password, passwordConfirmation: password })
  assert.match((await browser.open(at('/password'))).text, /Current password/)
})

/** Sets up two-factor on the pages. */
const setUp = async (browser: Browser) => {
  const page = await press(browser, '/two-factor/set-up', { act: 'begin' })
  const secret = /class="secret">(.*?)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? ''
  return { page, app: appWith(service, secret) }
}

const codesIn = ({ text }: Landing) =>
  [...text.matchAll(/<li>([0-9A-Z-]{19})<\/li>/g)].map(([, code]) => code!)

test('a set-up is shown again until it is confirmed, and only to somebody who has just proven who they are', async () => {
  const { person, browser } = await newcomer()
  const { page, app } = await setUp(browser)
  const again = await browser.open(at('/two-factor/set-up'))
  assert.equal(again.text, page.text)
  assert.match(page.text, /href="otpauth:\/\/totp\//)
  await shiftRows(service, 16 * 60)
  assert.equal(titleOf(await browser.open(at('/two-factor/set-up'))), confirming)
  await press(browser, '/confirm-it-is-you', { act: 'password', password: person.password })
  // it is over by now
  const late = await press(browser, '/two-factor/set-up', { act: 'confirm', code: app.nextCode() })
  assert.equal(late.status, 400)
  assert.match(late.text, /Show the QR code/)
  assert.ok(problemIn(late))
})

test('backup codes are shown until one is typed back, which uses up none', async () => {
  const { person, browser } = await newcomer()
  const { app } = await setUp(browser)
  const shown = await press(browser, '/two-factor/set-up', { act: 'confirm', code: app.nextCode() })
  const codes = codesIn(shown)
  assert.equal(codes.length, 10)
  assert.deepEqual(codesIn(await browser.open(at('/two-factor/codes'))), codes)
  assert.match((await browser.open(at('/two-factor'))).text, /href="\/account\/two-factor\/codes"/)

  const wrong = await press(browser, '/two-factor/codes', { code: 'AAAA-AAAA-AAAA-AAAA' })
  assert.deepEqual([wrong.status, problemIn(wrong)], [400, 'This is not one of the codes above.'])
  assert.deepEqual(codesIn(wrong), codes)

  // what the cookie holds is nobody else's
  const sealed = cookieOf(browser, 'codes')!
  const { browser: stranger } = await newcomer()
  stranger.cookies.get(service.address)!.set('sallyport-codes', sealed)
  assert.deepEqual(codesIn(await stranger.open(at('/two-factor/codes'))), [])
  assert.ok(!sealed.includes(codes[0]!))

  const done = await press(browser, '/two-factor/codes', { code: ` ${codes[3]!.toLowerCase()} ` })
  assert.match(newsIn(done) ?? '', /^Your backup codes are ready/)
  assert.equal(cookieOf(browser, 'codes'), undefined)
  const state = await get(service, settingsOf(person), (await tokenOf(person, codes[3]!)) ?? '')
  assert.equal(state.body.backupCodesLeft, 9)
})

const tokenOf = async (person: Credentials, code: string): Promise<string> => {
  const { body } = await signIn(service, person)
  const answer = { grant_type: 'two_factor', challenge: body.challenge, method: 'backup_code', code }
  return (await post(service, '/auth/token', answer)).body.accessToken?.token
}

test('after ten minutes the cookie shows no codes', async () => {
  const { browser } = await newcomer()
  const { app } = await setUp(browser)
  await press(browser, '/two-factor/set-up', { act: 'confirm', code: app.nextCode() })
  assert.equal(codesIn(await browser.open(at('/two-factor/codes'))).length, 10)
  service.clock.nowMs += 10 * 60 * 1_000
  assert.deepEqual(codesIn(await browser.open(at('/two-factor/codes'))), [])
})

test('new codes and switching off take a code each time, and the password where its proof is old', async () => {
  const person = await registerGuarded(service)
  const browser = await guardedVisitorOf(person)
  for (const path of ['/two-factor/renew-codes', '/two-factor/turn-off']) {
    const wrong = await press(browser, path, { code: 'AAAA-AAAA-AAAA-AAAA' })
    assert.equal(wrong.status, 401, path)
    assert.match(wrong.text, /<input id="code"[^>]* aria-invalid="true"/)
    assert.doesNotMatch(wrong.text, /id="password"/)
  }
  await shiftRows(service, 16 * 60)
  assert.match((await browser.open(at('/two-factor/renew-codes'))).text, /id="password"/)
  const renewed = await press(browser, '/two-factor/renew-codes', {
    code: person.backup.pop()!,
    password: person.password,
  })
  const [code = ''] = codesIn(renewed)
  const off = await press(browser, '/two-factor/turn-off', { code })
  assert.equal(newsIn(off), 'Two-factor authentication is off.')
  assert.equal(cookieOf(browser, 'codes'), undefined)
  assert.equal((await signIn(service, person)).status, 200)
})

const appIdsIn = ({ text }: Landing) =>
  [...text.matchAll(/two-factor\/app\?id=([0-9a-f-]+)"/g)].map(([, id]) => id!)

test('another app is added, renamed, replaced and removed; the last one stays', async () => {
  const person = await registerGuarded(service)
  const browser = await guardedVisitorOf(person)
  await prove(browser, person)
  const [first = ''] = appIdsIn(await browser.open(at('/two-factor')))
  assert.doesNotMatch((await browser.open(at(`/two-factor/app?id=${first}`))).text, /value="remove"/)
  assert.equal((await press(browser, `/two-factor/app?id=${first}`, { act: 'remove' })).status, 409)

  const confirmed = async (page: Landing) => {
    const secret = /class="secret">(.*?)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? ''
    const code = appWith(service, secret).nextCode()
    const done = await press(browser, '/two-factor/set-up', { act: 'confirm', code })
    assert.equal(newsIn(done), 'The authenticator app is ready to use.')
    return done
  }
  const list = await confirmed(await press(browser, '/two-factor/add-app', { name: '<b>Tablet</b>' }))
  assert.ok(list.text.includes('&#60;b&#62;Tablet') && !list.text.includes('<b>Tablet'))
  const second = appIdsIn(list).find((id) => id !== first) ?? ''
  assert.equal((await press(browser, `/two-factor/app?id=${second}`, { act: 'rename' })).status, 422)
  const renamed = await press(browser, `/two-factor/app?id=${second}`, { act: 'rename', name: 'Phone' })
  assert.match(renamed.text, /Phone/)
  const replaced = await confirmed(await press(browser, `/two-factor/app?id=${second}`, { act: 'replace' }))
  assert.ok(!appIdsIn(replaced).includes(second) && /Phone/.test(replaced.text))
  const third = appIdsIn(replaced).find((id) => id !== first) ?? ''
  for (const _ of ['once', 'and pressed again']) {
    const removed = await press(browser, `/two-factor/app?id=${third}`, { act: 'remove' })
    assert.equal(newsIn(removed), 'The authenticator app was removed. Its codes no longer work.')
    assert.deepEqual(appIdsIn(removed), [first])
  }
  // somebody else's
  const other = await registerGuarded(service)
  const otherBrowser = await guardedVisitorOf(other)
  await prove(otherBrowser, other)
  await press(otherBrowser, `/two-factor/app?id=${first}`, { act: 'rename', name: 'Mine' })
  assert.deepEqual(appIdsIn(await browser.open(at('/two-factor'))), [first])
  assert.doesNotMatch((await browser.open(at('/two-factor'))).text, /Mine/)
})

test('sessions end one by one, all others, and everywhere', async () => {
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
  assert.equal(titleOf(await other.open(at(''))), 'Sign in')

  const stranger = await newcomer()
  const mine = await get(service, '/users/me/sessions', stranger.person.accessToken)
  await visitorOf(person, browser)
  await press(browser, '/sessions', { act: 'end', id: mine.body[0].id })
  assert.equal((await get(service, '/users/me/sessions', stranger.person.accessToken)).body.length, 2)
})

/** Links a provider as far as the browser's return. @returns where the provider sends it */
const linkTo = async (browser: Browser, subject: string) => {
  acme.people.set(subject, { email: `${subject}@acme.example`, email_verified: true })
  browser.cookies.set(acme.issuer, new Map([['person', subject]]))
  const page = await press(browser, '/providers', { act: 'link', provider: 'acme' })
  assert.equal(page.headers.get('refresh'), `0; url=${hrefIn(page)}`)
  return browser.open(service.address + hrefIn(page), at('/signed-in'))
}

const hrefIn = ({ text }: Landing) =>
  /class="button" href="(.*?)"/.exec(text)?.[1]?.replaceAll('&#38;', '&').replaceAll('&#61;', '=') ?? ''

test('a provider is linked, signs in, and is unlinked', async () => {
  const { person, browser } = await newcomer()
  const subject = randomUUID()
  const linked = await browser.open((await linkTo(browser, subject)).url.href)
  assert.equal(newsIn(linked), 'The provider is linked. You can sign in with it from now on.')
  assert.match(linked.text, new RegExp(`Linked as ${subject}@acme.example`))
  const elsewhere = browserOf(subject, acme)
  assert.match((await elsewhere.open(at('/provider?provider=acme'))).text, new RegExp(person.email))
  for (const _ of ['once', 'and pressed again']) {
    const page = await press(browser, '/providers', { act: 'unlink', provider: 'acme' })
    assert.match(newsIn(page) ?? '', /^The provider was unlinked/)
  }
})

test('a link is finished in the browser and the account that began it, and nowhere else', async () => {
  const [ada, eve] = [await newcomer(), await newcomer()]
  const identitiesOf = async ({ accessToken }: { accessToken: string }) =>
    (await get(service, '/users/me/identities', accessToken)).body
  // eve's answer, opened by ada: the cookie is missing
  const brought = (await linkTo(eve.browser, randomUUID())).url.href
  const page = await ada.browser.open(brought)
  assert.equal(problemIn(page), 'It was not linked. Please try again.')
  // and with a cookie of another round trip
  await linkTo(ada.browser, randomUUID())
  assert.equal(problemIn(await ada.browser.open(brought)), 'It was not linked. Please try again.')
  assert.deepEqual([await identitiesOf(ada.person), await identitiesOf(eve.person)], [[], []])
})

test('what hinders a link is said on the page', async () => {
  const [ada, eve] = [await newcomer(), await newcomer()]
  const subject = randomUUID()
  await eve.browser.open((await linkTo(eve.browser, subject)).url.href)
  const taken = await ada.browser.open((await linkTo(ada.browser, subject)).url.href)
  assert.match(problemIn(taken) ?? '', /^It was not linked: that account of yours/)
  const already = await eve.browser.open((await linkTo(eve.browser, randomUUID())).url.href)
  assert.match(problemIn(already) ?? '', /^It was not linked: unlink the one/)
  const refused = await ada.browser.open((await linkTo(ada.browser, 'nobody')).url.href)
  assert.match(problemIn(refused) ?? '', /^It was not linked: you cancelled it/)
  const made = await ada.browser.open(at('/providers?error=<script>'))
  assert.ok(!made.text.includes('<script>'))
  await shiftRows(service, 16 * 60)
  assert.equal(titleOf(await press(ada.browser, '/providers', { act: 'link', provider: 'acme' })), confirming)
  assert.equal((await press(eve.browser, '/providers', { act: 'link', provider: 'none' })).status, 404)
})

test('the only way in is not unlinked', async () => {
  const subject = randomUUID()
  acme.people.set(subject, { email: newEmail(), email_verified: true })
  const browser = browserOf(subject, acme)
  await browser.open(at('/provider?provider=acme'))
  const page = await press(browser, '/providers', { act: 'unlink', provider: 'acme' })
  assert.equal(page.status, 409)
  assert.ok(problemIn(page))
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

test('the data are a file, ten times an hour', async () => {
  const { person, browser } = await newcomer()
  const file = await press(browser, '/data')
  assert.match(file.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(file.headers.get('content-disposition'), 'attachment; filename="account-data.json"')
  assert.equal(JSON.parse(file.text).email, person.email)
  for (let times = 1; times < 10; times++) await press(browser, '/data')
  assert.equal((await press(browser, '/data')).status, 429)
})

test('an account is closed by its typed address, and a sign-in keeps it', async () => {
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

test('the activity is told in plain words, older parts by their address', async () => {
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
  assert.match((await own.open(service.address + older)).text, /You created your account/)
  assert.equal((await own.open(at('/activity?cursor=x'))).status, 400)
})

test('each page weighs 15 kB at most, and asks nothing of anybody else', async () => {
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
