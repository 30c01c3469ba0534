import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Browser, newBrowser } from '../support/browser.ts'
import { appUrl } from '../support/federation.ts'
import { newApplication } from '../support/hosted.ts'
import { get } from '../support/http.ts'
import { askedOn, startPasskeyPages } from '../support/passkey-pages.ts'
import { addPasskey, newOwnPasskey } from '../support/passkeys.ts'
import { register, tokensOf } from '../support/people.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { newsIn, titleOf, visitorsOf } from '../support/visitors.ts'

const days = 24 * 60 * 60 * 1_000
const from = new Date(Date.now() + 2 * days).toISOString().slice(0, 10)
const service = await startPasskeyPages({ TWO_FACTOR: 'required', TWO_FACTOR_FROM: from })
const { at, press, visitorOf, guardedVisitorOf } = visitorsOf(service)

/** Once everybody needs a second factor. */
const since = async (work: () => Promise<void>) => {
  service.clock.nowMs += 3 * days
  await work().finally(() => (service.clock.nowMs -= 3 * days))
}

/** How the session was opened that an application gets without asking. */
const methodsBy = async (browser: Browser) => {
  const app = await newApplication(service)
  const back = await browser.open(app.start(), appUrl)
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
  const { body } = await get(service, '/users/me/sessions', accessToken)
  return body.find(({ current }: { current: boolean }) => current).methods
}

/** That an application gets nobody without a new sign-in, and is told so if it wants no page. */
const assertNotEnough = async (browser: Browser) => {
  const app = await newApplication(service)
  assert.equal(titleOf(await browser.open(app.start(), appUrl)), 'Sign in')
  const silent = await newApplication(service, { prompt: 'none' })
  const { url } = await browser.open(silent.start(), appUrl)
  assert.ok(url.href.startsWith(appUrl), url.href)
  const [error, state] = ['error', 'state'].map((name) => url.searchParams.get(name))
  assert.deepEqual([error, state], ['login_required', silent.parameters.state])
}

/** Somebody without a second factor, who has a passkey that signs in. */
const withPasskey = async () => {
  const person = await register(service)
  const { passkey, added } = await addPasskey(service, person, {
    passkey: newOwnPasskey({ origin: service.address }),
  })
  return { person, passkey, added }
}

const byPasskey = async ({ passkey }: Awaited<ReturnType<typeof withPasskey>>) => {
  const browser = newBrowser()
  const form = await browser.open(at('/sign-in'))
  const credential = JSON.stringify(passkey.get(askedOn(form)))
  assert.equal(titleOf(await browser.submit(form, { act: 'passkey', credential })), 'Your account')
  return browser
}

test('a visit with one factor leads to an application only until the date', async () => {
  const browser = await visitorOf(await register(service))
  assert.deepEqual(await methodsBy(browser), ['password'])
  await since(() => assertNotEnough(browser))
})

test('a visit with two factors leads to no application once the second is turned off', async () => {
  const person = await registerGuarded(service)
  const browser = await guardedVisitorOf(person)
  const off = await press(browser, '/two-factor/turn-off', { code: person.backup.pop()! })
  assert.equal(newsIn(off), 'Two-factor authentication is off.')
  assert.deepEqual(await methodsBy(browser), ['password', 'backup_code'])
  await since(() => assertNotEnough(browser))
})

test('a passkey that signs in counts as both factors, as long as the account has one', async () => {
  const one = await withPasskey()
  const browser = await byPasskey(one)
  await since(async () => assert.deepEqual(await methodsBy(browser), ['passkey']))
  const removed = await press(browser, `/passkeys/passkey?id=${one.added.id}`, { act: 'remove' })
  assert.equal(titleOf(removed), 'Passkeys')
  await since(() => assertNotEnough(browser))
})

test('the required setup is also asked for after a password, and continues', async () => {
  const { person, passkey } = await withPasskey()
  await since(async () => {
    const browser = newBrowser()
    const app = await newApplication(service)
    const form = await browser.open(app.start())
    const step = await browser.submit(form, { email: person.email, password: person.password })
    assert.equal(titleOf(step), 'One more step')
    const credential = JSON.stringify(passkey.get(askedOn(step)))
    const back = await browser.submit(step, { act: 'passkey', credential }, appUrl)
    tokensOf(await app.exchange(app.codeIn(back.url)))
    assert.deepEqual(await methodsBy(browser), ['password', 'passkey'])
  })
})
