import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConfig } from '../../src/config/config.ts'
import { type Browser, type Landing, newBrowser } from '../support/browser.ts'
import { appUrl, browserOf, startFederated } from '../support/federation.ts'
import { newApplication } from '../support/hosted.ts'
import { newEmail, type Person, register } from '../support/people.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'
import { problemIn, titleOf, visitorsOf } from '../support/visitors.ts'

const service = await startFederated({ acme: {} })
const { acme } = service.providers
const { at, cookieOf, newcomer, visitorOf } = visitorsOf(service)
const password = 'a password of the tests'

const linkIn = ({ text }: Landing, path: string) =>
  service.address + (new RegExp(`href="(${path}[^"]*)"`).exec(text)?.[1] ?? '').replaceAll('&#38;', '&')
const byPassword = ({ email, password }: Person) => ({ email, password })

test('the page says why somebody is back, even if they came to register', async () => {
  const { person, browser: signedIn } = await newcomer()
  acme.people.set('grace', { email: person.email, email_verified: false })
  for (const wish of [{}, { prompt: 'create' }, { screen: 'register' }]) {
    const app = await newApplication(service, wish)
    const browser = browserOf('grace', acme)
    const back = await browser.open(linkIn(await browser.open(app.start()), '/account/provider'))
    assert.equal(titleOf(back), 'Sign in')
    assert.match(problemIn(back) ?? '', /^Your email address already has an account here/)
    app.codeIn((await browser.submit(back, byPassword(person), appUrl)).url)
    const expired = await newBrowser().open(`${app.start()}&news=expired`)
    assert.match(problemIn(expired) ?? '', /^That took too long/)
  }
  // nor is anybody led on as the person who happens to be signed in
  const { parameters } = await newApplication(service, { prompt: 'create' })
  const query = new URLSearchParams({ ...parameters, error: 'account_exists' })
  assert.equal(titleOf(await signedIn.open(at(`/sign-in?${query}`), appUrl)), 'Sign in')
})

test('people who forgot a password, or wait after wrong ones, are shown a way out', async () => {
  const person = await register(service)
  const app = await newApplication(service)
  const browser = newBrowser()
  let page = await browser.open(app.start())
  for (let times = 0; times < 11; times++)
    page = await browser.submit(page, { email: person.email, password: 'another' })
  assert.match(problemIn(page) ?? '', /^Too many attempts/)
  assert.match(page.text, /You may not have to wait if you set a new password\./)
  const forgot = await browser.open(linkIn(page, '/account/forgot-password'))
  assert.equal(linkIn(forgot, '/account/sign-in'), app.start())
  const sent = await browser.submit(forgot, { email: person.email })
  assert.equal(linkIn(sent, '/account/sign-in'), app.start())
})

test('a proof says what it is for, and can be cancelled', async () => {
  const { browser } = await newcomer()
  const asked = await browser.open(at('/confirm-it-is-you?next=/account/two-factor/set-up'))
  assert.match(asked.text, /To continue with “Two-factor authentication”/)
  assert.match(asked.text, /<a href="\/account\/two-factor" aria-current="page">/)
  assert.match(asked.text, /<a href="\/account">Cancel<\/a>/)
})

test('on the internet, the first page is for people, unless developer links are on', async () => {
  const welcome = async (settings: object) => {
    const config = parseConfig({ PUBLIC_URL: 'https://accounts.example.com', ...settings })
    const { address } = await startVariant(service, { config: { developerLinks: config.developerLinks } })
    return (await newBrowser().open(address)).text.includes('API reference')
  }
  const told = [
    {},
    { DEVELOPER_LINKS: 'on' },
    { PUBLIC_URL: 'http://localhost:3000' },
    { PUBLIC_URL: 'http://localhost:3000', DEVELOPER_LINKS: 'off' },
  ]
  assert.deepEqual(await Promise.all(told.map(welcome)), [false, true, true, false])
})

test('registering ends at the application, however it was requested', async () => {
  for (const path of ['/account/register', '/account/sign-in'])
    for (const wish of [{ prompt: 'create' }, { screen: 'register' }]) {
      const app = await newApplication(service, wish)
      const browser = newBrowser()
      const form = await browser.open(app.start(path))
      const typed = { email: newEmail(), password, passwordConfirmation: password }
      app.codeIn((await browser.submit(form, typed, appUrl)).url)
    }
})

test('nobody with an account is asked to register when they must sign in again', async () => {
  const person = await registerGuarded(service)
  const app = await newApplication(service, { screen: 'register' })
  const browser = newBrowser()
  const query = new URL(app.start()).search
  await browser.submit(await browser.open(at('/sign-in')), byPassword(person))
  const step = await browser.open(at(`/second-step${query}`))
  assert.equal(titleOf(await browser.open(linkIn(step, '/account/sign-in'))), 'Sign in')
  await browser.submit(step, { code: person.code() }, appUrl)
  // of before there was a second factor
  await service.deps.db.run(sql`update sessions set methods = '{password}' where user_id = ${person.userId}`)
  assert.equal(titleOf(await browser.open(at(`/register${query}`), appUrl)), 'Sign in')
})

/** At the second step, on the way to an application that wants a new sign-in. */
const atSecondStep = async (browser: Browser) => {
  const person = await registerGuarded(service)
  const app = await newApplication(service, { prompt: 'login' })
  const step = await browser.submit(await browser.open(app.start()), byPassword(person))
  assert.equal(titleOf(step), 'One more step')
  return { person, app, step }
}

test('a second step pressed twice continues both times', async () => {
  const browser = newBrowser()
  const { person, app, step } = await atSecondStep(browser)
  const before = new Map(browser.cookies.get(service.address))
  const typed = { code: person.code() }
  app.codeIn((await browser.submit(step, typed, appUrl)).url)
  const after = new Map(browser.cookies.get(service.address))
  // sent before the first answer came
  browser.cookies.set(service.address, before)
  const second = await browser.submit(step, typed, at('/second-step'))
  browser.cookies.set(service.address, after)
  app.codeIn((await browser.open(second.url.href, appUrl)).url)
  // and once more from the history
  app.codeIn((await browser.submit(step, typed, appUrl)).url)
})

test('an expired second step does not continue as the previous visitor', async () => {
  const { browser } = await newcomer()
  const { person, step } = await atSecondStep(browser)
  await shiftRows(service, 301)
  const late = await browser.submit(step, { code: person.code() }, appUrl)
  assert.equal(titleOf(late), 'Sign in')
  assert.match(problemIn(late) ?? '', /^That took too long/)
  // and no challenge is left behind for the next person who signs in
  await atSecondStep(browser)
  assert.ok(cookieOf(browser, 'step'))
  await visitorOf(await register(service), browser)
  assert.equal(cookieOf(browser, 'step'), undefined)
})

test('a lost factor whose sign-in has expired leads back to the sign-in', async () => {
  const browser = newBrowser()
  const { step } = await atSecondStep(browser)
  const lost = await browser.open(linkIn(step, '/account/lost-second-factor'))
  await shiftRows(service, 301)
  const back = await browser.submit(lost, {})
  assert.equal(titleOf(back), 'Sign in')
  assert.match(problemIn(back) ?? '', /^That took too long/)
})

test('a state returned after a password is returned after a provider’s sign-in, too', async () => {
  for (const state of ['{"to":"/a?b=c&d=*"}'.repeat(20), 'a b*%+&=;~'.repeat(40), 'x'.repeat(1_400)]) {
    acme.people.set('heidi', { email: newEmail(), email_verified: true })
    const app = await newApplication(service, { state })
    const browser = browserOf('heidi', acme)
    const page = await browser.open(app.start())
    const back = await browser.open(linkIn(page, '/account/provider'), appUrl)
    assert.equal(back.url.searchParams.get('state'), state)
  }
})
