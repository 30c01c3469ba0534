import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Browser, type Landing, newBrowser, withoutNumber } from '../support/browser.ts'
import { appUrl, browserOf, startFederated } from '../support/federation.ts'
import { newApplication } from '../support/hosted.ts'
import { get } from '../support/http.ts'
import { askedOn, startPasskeyPages } from '../support/passkey-pages.ts'
import { newOwnPasskey } from '../support/passkeys.ts'
import { newEmail, register, tokensOf } from '../support/people.ts'
import { appOf, enrol, wrongCode } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'
import { newsIn, problemIn, secretIn, titleOf, visitorsOf } from '../support/visitors.ts'

const password = 'a password of the tests'
const service = await startFederated({ acme: {} }, { TWO_FACTOR: 'required' })
const open = await startVariant(service, { config: { twoFactor: 'optional' } })
const { acme } = service.providers
const { at, cookieOf } = visitorsOf(service)

const title = 'Set up a second factor'
const codesTitle = 'Your backup codes'

const codesIn = ({ text }: Landing) =>
  [...text.matchAll(/<li>([0-9A-Z-]{19})<\/li>/g)].map(([, code]) => code!)

/** Somebody with a password alone, on the page that asks for more. */
const arrive = async (app?: Awaited<ReturnType<typeof newApplication>>) => {
  const person = await register(open)
  const browser = newBrowser()
  const page = await browser.open(app?.start() ?? at('/sign-in'))
  return { person, browser, page: await browser.submit(page, { email: person.email, password }) }
}

/** Sets up an app on the page that a browser shows. @returns the page of the codes */
const setUp = async (browser: Browser, page: Landing, until?: string) => {
  const begun = await browser.submit(page, { act: 'begin' })
  const code = appOf(service, secretIn(begun)).nextCode()
  return browser.submit(begun, { act: 'confirm', code }, until)
}

const methodsOf = async (accessToken: string) =>
  (await get(service, '/users/me/sessions', accessToken)).body[0].methods

test('a sign-in leads through the setup and the backup codes to the application', async () => {
  const app = await newApplication(service)
  const { browser, page } = await arrive(app)
  assert.equal(titleOf(page), title)
  assert.equal(cookieOf(browser), undefined)
  assert.doesNotMatch(page.text, /<script|begin-key/)
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /form-action 'self'(;|$)/)
  const shown = await setUp(browser, page)
  assert.equal(titleOf(shown), codesTitle)
  assert.equal(codesIn(shown).length, 10)
  const onward = shown.headers.get('content-security-policy') ?? ''
  assert.match(onward, /form-action 'self'(;|$)/)
  const wrong = await browser.submit(shown, { code: 'AAAA-AAAA-AAAA-AAAA' })
  assert.equal(problemIn(wrong), 'This is not one of the codes above.')
  const back = await browser.submit(shown, { code: codesIn(shown)[0]! }, appUrl)
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
  assert.deepEqual(await methodsOf(accessToken), ['password', 'totp'])
})

test('people who lose the factor while signed in are told that the next sign-in requires one', async () => {
  const { person, browser, page } = await arrive()
  const shown = await setUp(browser, page)
  await browser.submit(shown, { code: codesIn(shown)[0]! })
  await service.deps.db.run(sql`delete from totp_factors where user_id = ${person.userId}`)
  const { text } = await browser.open(at(''))
  assert.match(text, /Off\. The next time you sign in with a password, you will be asked for a second factor/)
  assert.doesNotMatch(text, /One step is enough/)
})

test('without an application it leads to the settings, or to the requested page', async () => {
  const { browser, page } = await arrive()
  const shown = await setUp(browser, page)
  const done = await browser.submit(shown, { code: codesIn(shown)[0]! })
  assert.match(newsIn(done) ?? '', /^Your backup codes are ready/)
  assert.match(
    done.text,
    /Every account needs a second factor here\. To remove your last one, set up another/,
  )
  assert.doesNotMatch(done.text, /turn-off/)
  assert.equal((await browser.open(at('/two-factor/turn-off'))).url.pathname, '/account/two-factor')

  const person = await register(open)
  const other = newBrowser()
  const asked = await other.open(at('/sessions'))
  const next = await setUp(other, await other.submit(asked, { email: person.email, password }))
  const there = await other.submit(next, { code: codesIn(next)[0]! })
  assert.equal(there.url.pathname, '/account/sessions')
})

test('a registration requires a second factor before anything else', async () => {
  const app = await newApplication(service)
  const browser = newBrowser()
  const form = await browser.open(app.start('/account/register'))
  const typed = { email: newEmail(), password, passwordConfirmation: password }
  const page = await browser.submit(form, typed)
  assert.equal(titleOf(page), title)
  const shown = await setUp(browser, page)
  const back = await browser.submit(shown, { code: codesIn(shown)[0]! }, appUrl)
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
  assert.equal((await get(service, '/users/me', accessToken)).body.email, typed.email)
})

test('a registration ends at the application, and starting over leads to the sign-in', async () => {
  const app = await newApplication(service, { screen: 'register' })
  const browser = newBrowser()
  const form = await browser.open(app.start('/account/register'))
  const typed = () => ({ email: newEmail(), password, passwordConfirmation: password })
  const left = await browser.submit(await browser.submit(form, typed()), { act: 'start-over' })
  assert.equal(titleOf(left), 'Sign in')
  const begun = await browser.submit(await browser.submit(form, typed()), { act: 'begin' })
  const code = appOf(service, secretIn(begun)).nextCode()
  await browser.submit(begun, { act: 'confirm', code })
  const again = await browser.submit(begun, { act: 'confirm', code })
  app.codeIn((await browser.submit(again, { code: codesIn(again)[0]! }, appUrl)).url)
})

test('a setup after a provider’s sign-in ends at the application, too', async () => {
  acme.people.set('grace', { email: newEmail(), email_verified: true })
  const browser = browserOf('grace', acme)
  const app = await newApplication(service)
  const page = await browser.open(app.start('/account/provider').replace('?', '?provider=acme&'))
  assert.equal(titleOf(page), title)
  const shown = await setUp(browser, page)
  const back = await browser.submit(shown, { code: codesIn(shown)[0]! }, appUrl)
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
  assert.deepEqual(await methodsOf(accessToken), ['acme', 'totp'])
})

test('a wrong code shows the secret again, and after five a new sign-in is needed', async () => {
  const { browser, page } = await arrive()
  const begun = await browser.submit(page, { act: 'begin' })
  assert.equal(
    withoutNumber(await browser.open(begun.url.href)),
    withoutNumber(begun),
    'a reload changes nothing',
  )
  const code = wrongCode(appOf(service, secretIn(begun)))
  for (let n = 0; n < 4; n++) {
    const wrong = await browser.submit(begun, { act: 'confirm', code })
    assert.deepEqual([wrong.status, secretIn(wrong)], [400, secretIn(begun)])
    assert.equal(problemIn(wrong), 'The code is wrong. Please try again.')
  }
  const short = await browser.submit(begun, { act: 'confirm', code: '123' })
  assert.equal(short.status, 400)
  const last = await browser.submit(begun, { act: 'confirm', code })
  assert.equal(titleOf(last), 'Sign in')
  assert.match(last.text, /That took too long/)
})

test('a setup begun in another browser is not shown here, and confirms nothing once this one has finished', async () => {
  const { person, browser, page } = await arrive()
  const thief = newBrowser()
  const theirs = await thief.submit(await thief.open(at('/sign-in')), { email: person.email, password })
  const stolen = await thief.submit(theirs, { act: 'begin' })
  const reloaded = await browser.open(page.url.href)
  assert.equal(secretIn(reloaded), '')
  const begun = await browser.submit(reloaded, { act: 'begin' })
  assert.notEqual(secretIn(begun), secretIn(stolen))
  const code = appOf(service, secretIn(begun)).nextCode()
  assert.equal(titleOf(await browser.submit(begun, { act: 'confirm', code })), codesTitle)
  const late = appOf(service, secretIn(stolen)).nextCode()
  assert.equal(titleOf(await thief.submit(stolen, { act: 'confirm', code: late })), 'Sign in')
})

test('a setup begun in another browser is not shown to a previously signed-in visitor', async () => {
  const person = await register(open)
  const browser = newBrowser()
  const page = await browser.open(at('/sign-in'))
  await setUp(browser, await browser.submit(page, { email: person.email, password }))
  const { userId } = person
  await service.deps.db.run(sql`delete from totp_factors where user_id = ${userId}`)
  const thief = newBrowser()
  const theirs = await thief.submit(await thief.open(at('/sign-in')), { email: person.email, password })
  const stolen = secretIn(await thief.submit(theirs, { act: 'begin' }))
  assert.ok(stolen)
  const shown = await browser.open(at('/two-factor/set-up'))
  assert.deepEqual([titleOf(shown), secretIn(shown)], ['Set up an authenticator app', ''])
  const own = await browser.submit(shown, { act: 'begin' })
  assert.notEqual(secretIn(own), stolen)
  assert.equal(secretIn(await browser.open(at('/two-factor/set-up'))), secretIn(own))
})

test('the secret in its cookie is sealed, for this sign-in alone', async () => {
  const [one, two] = [await arrive(), await arrive()]
  const begun = await one.browser.submit(one.page, { act: 'begin' })
  const sealed = cookieOf(one.browser, 'app') ?? ''
  assert.ok(sealed && !Buffer.from(sealed, 'base64url').includes(secretIn(begun)))
  two.browser.cookies.get(service.address)!.set('sallyport-app', sealed)
  assert.equal(secretIn(await two.browser.open(two.page.url.href)), '')
  service.clock.nowMs += 10 * 60 * 1_000
  assert.equal(secretIn(await one.browser.open(one.page.url.href)), '')
})

test('a setup begun here is shown and confirmed, whatever another browser has begun since', async () => {
  const { person, browser, page } = await arrive()
  const begun = await browser.submit(page, { act: 'begin' })
  const other = newBrowser()
  const theirs = await other.submit(await other.open(at('/sign-in')), { email: person.email, password })
  const newer = await other.submit(theirs, { act: 'begin' })
  const wrong = wrongCode(appOf(service, secretIn(newer)))
  for (let n = 0; n < 5; n++) await other.submit(newer, { act: 'confirm', code: wrong })
  const reloaded = await browser.open(begun.url.href)
  assert.equal(secretIn(reloaded), secretIn(begun))
  const code = appOf(service, secretIn(begun)).nextCode()
  assert.equal(titleOf(await browser.submit(reloaded, { act: 'confirm', code })), codesTitle)
})

test('a setup restarted within a sign-in replaces the one shown before', async () => {
  const { browser, page } = await arrive()
  const first = await browser.submit(page, { act: 'begin' })
  const sealed = cookieOf(browser, 'app') ?? ''
  const second = await browser.submit(page, { act: 'begin' })
  assert.notEqual(secretIn(second), secretIn(first))
  browser.cookies.get(service.address)!.set('sallyport-app', sealed)
  const reloaded = await browser.open(page.url.href)
  assert.deepEqual([secretIn(reloaded), /value="begin"/.test(reloaded.text)], ['', true])
})

test('an abandoned setup is over, for the next person at that browser, too', async () => {
  const { browser, page } = await arrive()
  const begun = await browser.submit(page, { act: 'begin' })
  const kept = new Map(browser.cookies.get(service.address))
  const left = await browser.submit(begun, { act: 'start-over' })
  assert.equal(titleOf(left), 'Sign in')
  assert.doesNotMatch(left.text, /That took too long/)
  assert.deepEqual([cookieOf(browser, 'enrolment'), cookieOf(browser, 'app')], [undefined, undefined])
  assert.equal(titleOf(await browser.open(page.url.href)), 'Sign in')
  browser.cookies.set(service.address, kept)
  const code = appOf(service, secretIn(begun)).nextCode()
  assert.equal(titleOf(await browser.submit(begun, { act: 'confirm', code })), 'Sign in')
})

test('a form of the setup acts for its own account or for none', async () => {
  const app = await newApplication(service)
  const { browser, page: bobsTab } = await arrive(app)
  const ann = await register(open)
  const form = await browser.open(at('/sign-in'))
  const arriveAsAnn = () => browser.submit(form, { email: ann.email, password })
  const annsTab = await arriveAsAnn()
  const refused = await browser.submit(bobsTab, { act: 'begin' })
  assert.deepEqual([refused.status, titleOf(refused), secretIn(refused)], [409, title, ''])
  await arriveAsAnn()
  assert.equal(titleOf(await setUp(browser, annsTab)), codesTitle, 'she has only signed in again')
  const late = await browser.submit(bobsTab, { act: 'begin' }, appUrl)
  assert.deepEqual([late.status, codesIn(late)], [409, []])
})

test('a form whose factor was set up elsewhere does not continue as the previous visitor', async () => {
  const { browser, page } = await arrive()
  assert.equal(titleOf(await setUp(browser, page)), codesTitle)
  const bob = await register(open)
  const form = await browser.open(at('/sign-in?prompt=login'))
  const bobsTab = await browser.submit(form, { email: bob.email, password })
  // without the `prompt`, which asks anew in any case
  const begun = await browser.submit(
    { ...bobsTab, url: new URL(bobsTab.url.pathname, bobsTab.url) },
    { act: 'begin' },
  )
  await enrol(open, bob)
  const told = await browser.submit(begun, { act: 'confirm', code: '123456' })
  assert.equal(titleOf(told), 'Sign in')
  assert.match(newsIn(told) ?? '', /^This account now has a second factor\./)
})

test('pressed twice, the confirming button still leads to the codes', async () => {
  const app = await newApplication(service, { prompt: 'login' })
  const { browser, page } = await arrive(app)
  const begun = await browser.submit(page, { act: 'begin' })
  const code = appOf(service, secretIn(begun)).nextCode()
  const shown = await browser.submit(begun, { act: 'confirm', code })
  const again = await browser.submit(begun, { act: 'confirm', code })
  assert.deepEqual([titleOf(again), codesIn(again)], [codesTitle, codesIn(shown)])
  assert.deepEqual(codesIn(await browser.open(begun.url.href)), codesIn(shown), 'or opened once more')
  app.codeIn((await browser.submit(again, { code: codesIn(shown)[0]! }, appUrl)).url)
})

test('if the first answer to a confirmation is lost, the second says that the factor is on', async () => {
  const { browser, page } = await arrive()
  const begun = await browser.submit(page, { act: 'begin' })
  const unanswered = newBrowser()
  unanswered.cookies.set(service.address, new Map(browser.cookies.get(service.address)))
  const code = appOf(service, secretIn(begun)).nextCode()
  assert.equal(titleOf(await browser.submit(begun, { act: 'confirm', code })), codesTitle)
  const stranger = newBrowser()
  stranger.cookies.set(
    service.address,
    new Map([['sallyport-enrolment', cookieOf(unanswered, 'enrolment') ?? '']]),
  )
  const again = await unanswered.submit(begun, { act: 'confirm', code })
  assert.match(newsIn(again) ?? '', /^This account now has a second factor\./)
  assert.doesNotMatch(again.text, /Nothing was changed/)
  assert.deepEqual([cookieOf(unanswered, 'enrolment'), cookieOf(unanswered, 'app')], [undefined, undefined])
  // a challenge that could be made up asks about nobody
  assert.equal(newsIn(await stranger.open(begun.url.href)), undefined)
})

test('an expired or never begun setup leads to the sign-in', async () => {
  const stranger = await newBrowser().open(at('/set-up-second-factor'))
  assert.equal(titleOf(stranger), 'Sign in')
  for (const form of [{ act: 'begin' }, { act: 'confirm', code: '123456' }, { act: 'begin-key' }]) {
    const { browser, page } = await arrive()
    await shiftRows(service, 901)
    const answer = await browser.submit(page, form)
    // there are no passkeys at an IP address
    if (form.act === 'begin-key') assert.equal(answer.status, 404)
    else assert.deepEqual([titleOf(answer), cookieOf(browser, 'enrolment')], ['Sign in', undefined])
  }
})

test('a second factor set up in the meantime is asked for', async () => {
  const { person, browser, page } = await arrive()
  const begun = await browser.submit(page, { act: 'begin' })
  const idle = newBrowser()
  const first = await idle.submit(await idle.open(at('/sign-in')), { email: person.email, password })
  const guarded = await enrol(open, person)
  const code = appOf(service, secretIn(begun)).nextCode()
  const told = await browser.submit(begun, { act: 'confirm', code })
  assert.equal(titleOf(told), 'Sign in')
  for (const news of [told, await idle.submit(first, { act: 'begin' })].map(newsIn))
    assert.match(news ?? '', /^This account now has a second factor\./)
  const step = await browser.submit(await browser.open(at('/sign-in')), { email: person.email, password })
  assert.equal(titleOf(step), 'One more step')
  assert.equal(titleOf(await browser.submit(step, { code: guarded.code() })), 'Your account')
})

test('a previous visit leads back to an application only through the setup', async () => {
  const { person, browser, page: first } = await arrive()
  await setUp(browser, first)
  const { userId } = person
  await service.deps.db.run(sql`delete from totp_factors where user_id = ${userId}`)
  assert.equal(titleOf(await browser.open(at(''))), 'Your account')
  const app = await newApplication(service)
  const form = await browser.open(app.start(), appUrl)
  assert.equal(titleOf(form), 'Sign in')
  const page = await browser.submit(form, { email: person.email, password })
  const shown = await setUp(browser, page)
  const back = await browser.submit(shown, { code: codesIn(shown)[0]! }, appUrl)
  assert.deepEqual(await methodsOf(tokensOf(await app.exchange(app.codeIn(back.url))).accessToken), [
    'password',
    'totp',
  ])
})

const keys = await startPasskeyPages({ TWO_FACTOR: 'required' })

test('where passkeys are available, one can be set up instead, and signs in', async () => {
  const browser = newBrowser()
  const app = await newApplication(keys)
  const form = await browser.open(app.start('/account/register'))
  const page = await browser.submit(form, { email: newEmail(), password, passwordConfirmation: password })
  assert.equal(titleOf(page), title)
  const begun = await browser.submit(page, { act: 'begin-key' })
  const passkey = newOwnPasskey({ origin: keys.address })
  const foreign = JSON.stringify(newOwnPasskey().create(askedOn(begun, 'create')))
  const refused = await browser.submit(begun, { act: 'add-key', credential: foreign })
  assert.deepEqual([refused.status, titleOf(refused)], [400, title])
  assert.equal(problemIn(refused), 'This passkey could not be added. Please try again.')
  const credential = JSON.stringify(passkey.create(askedOn(begun, 'create')))
  const shown = await browser.submit(begun, { act: 'add-key', credential })
  assert.equal(titleOf(shown), codesTitle)
  const back = await browser.submit(shown, { code: codesIn(shown)[0]! }, appUrl)
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
  const { body } = await get(keys, '/users/me/sessions', accessToken)
  assert.deepEqual(body[0].methods, ['password', 'passkey'])
})
