import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { AddedPasskey } from '../../contract/wire.ts'
import { atEnd } from '../support/at-end.ts'
import { assertAccessible } from '../support/axe.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { newApplication } from '../support/hosted.ts'
import { get } from '../support/http.ts'
import { comesTo, leave, press, pressHere, titleOf, typeNewPassword } from '../support/on-pages.ts'
import { startPasskeyPages } from '../support/passkey-pages.ts'
import { beginPasskey, confirmPasskey, passkeysOf } from '../support/passkeys.ts'
import { newEmail, type Person, register, tokensOf } from '../support/people.ts'

const skip = withoutBrowser
const service = await startPasskeyPages()
const origin = service.address
const signInUrl = `${origin}/account/sign-in`
/** A page that asks for no passkey by itself. */
const plainUrl = `${origin}/health/live`
const open = skip ? undefined : await startBrowser()

/** An application on a port of its own, which a browser can really come back to. */
const application = createServer((_, response) => response.end('<h1>Welcome back</h1>')).listen(
  0,
  '127.0.0.1',
)
await once(application, 'listening')
atEnd(() => application.close())
const { port } = application.address() as { port: number }
const appAddress = `http://127.0.0.1:${port}`
const newApp = () => newApplication(service, { redirect_uri: `${appAddress}/callback` })

/** Built into the device, with a fingerprint reader, or a key on a key ring that one can only touch. */
const kinds = {
  platform: { transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  key: { transport: 'usb', hasResidentKey: false, hasUserVerification: false, isUserVerified: false },
} as const

/** Notes in the page how often it has asked for a passkey. */
const counting = `{
  const get = navigator.credentials?.get.bind(navigator.credentials)
  let asked = 0
  if (get) navigator.credentials.get = (options) => {
    document.documentElement.dataset.asked = ++asked
    return get(options)
  }
}`

/** A browser on a device in which nothing is stored yet. */
const browse = async (address: string, kind: keyof typeof kinds = 'platform', options = {}) => {
  const { page, faults } = await open!(plainUrl, { locale: 'en', ...options })
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const authenticator = {
    protocol: 'ctap2',
    ctap2Version: 'ctap2_1',
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...authenticator, ...kinds[kind] },
  })
  await page.addInitScript(counting)
  await page.goto(address)
  return {
    page,
    /** Waits until the fields of the page offer passkeys. */
    autofills: () => page.locator('html[data-asked="1"]').waitFor(),
    /** What went wrong, apart from going back to the application. */
    faults: () => faults.filter((fault) => !fault.startsWith(`asked ${appAddress}/`)),
    touch: (enabled: boolean) =>
      device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    verify: (isUserVerified: boolean) =>
      device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

const fill = async (page: Page, { email, password }: Pick<Person, 'email' | 'password'>) => {
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', password)
  await press(page, 'Sign in')
}

/** Waits until the page has heard whether this device can make a passkey, which the form tells the service. */
const knowsDevice = async (page: Page) => {
  const can = await page.evaluate('PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()')
  if (can) await page.locator('[data-passkey-ready][value=yes]').waitFor({ state: 'attached' })
}

/** Adds a second factor in that browser. */
const addFactor = async (page: Page, person: Person) => {
  const { publicKey } = await beginPasskey(service, person, { asSecondFactor: true })
  const made = await page.evaluate(`(async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(publicKey)})
    return (await navigator.credentials.create({ publicKey })).toJSON()
  })()`)
  const added = await confirmPasskey(service, person, made as object)
  assert.equal(added.status, 201, added.text)
  return (added.body as AddedPasskey).backup ?? []
}

const methodsOf = async (app: Awaited<ReturnType<typeof newApp>>, page: Page) => {
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(new URL(page.url()))))
  const sessions = (await get(service, '/users/me/sessions', accessToken)).body
  return sessions.find(({ current }: { current: boolean }) => current).methods
}

test('a passkey is offered, added, and fills in the next sign-in by itself', { skip }, async () => {
  const person = await register(service)
  const [first, second] = [await newApp(), await newApp()]
  const { page, faults } = await browse(first.start())
  await knowsDevice(page)
  await fill(page, person)
  await comesTo(page, 'Sign in without your password next time?')
  await press(page, 'Add a passkey')
  await comesTo(page, 'Welcome back')
  assert.deepEqual(await methodsOf(first, page), ['password'])
  await page.context().clearCookies()
  await page.goto(second.start())
  await comesTo(page, 'Welcome back')
  assert.deepEqual(await methodsOf(second, page), ['passkey'])
  assert.deepEqual(faults(), [])
})

/** Answers a request to make a passkey without asking, which the virtual authenticator leaves open. */
const obliging = `{
  const create = navigator.credentials?.create.bind(navigator.credentials)
  if (create) navigator.credentials.create = ({ mediation, ...options }) =>
    mediation === 'conditional' ? create(options) : new Promise(() => {})
}`

test('a browser that may make a passkey by itself does so after a password, and continues', {
  skip,
}, async () => {
  const person = await register(service)
  const app = await newApp()
  const { page, faults } = await browse(plainUrl)
  await page.addInitScript(obliging)
  await page.goto(app.start())
  await knowsDevice(page)
  await fill(page, person)
  await comesTo(page, 'Welcome back')
  assert.deepEqual(await methodsOf(app, page), ['password'])
  assert.equal((await get(service, passkeysOf(person), person.accessToken)).body.length, 1)
  assert.deepEqual(faults(), [])
})

test('the button requests a passkey during autofill, and shows why the browser refused', {
  skip,
}, async () => {
  const person = await register(service)
  const { page, autofills, touch, verify, faults } = await browse(signInUrl)
  await knowsDevice(page)
  await fill(page, person)
  await press(page, 'Add a passkey')
  await comesTo(page, 'Your account')
  await page.context().clearCookies()
  await touch(false)
  await page.goto(signInUrl)
  await autofills()
  await verify(false)
  await touch(true)
  const alert = page.locator('form[data-passkey] [role=alert]')
  assert.equal(await alert.innerText(), '')
  await pressHere(page, 'Sign in with a passkey')
  await alert.filter({ hasText: 'No passkey was used' }).waitFor()
  await verify(true)
  await press(page, 'Sign in with a passkey')
  await comesTo(page, 'Your account')
  assert.deepEqual(faults(), [])
})

test('a cancelled offer stays, and “Not now” continues and is remembered', { skip }, async () => {
  const person = await register(service)
  const [first, second] = [await newApp(), await newApp()]
  const { page, verify, faults } = await browse(first.start())
  await knowsDevice(page)
  await fill(page, person)
  await verify(false)
  await pressHere(page, 'Add a passkey')
  await page.locator('[role=alert]', { hasText: 'No passkey was added' }).waitFor()
  await press(page, 'Not now')
  await comesTo(page, 'Welcome back')
  assert.deepEqual(await methodsOf(first, page), ['password'])
  await page.goto(`${origin}/account/sign-out`)
  await press(page, 'Sign out')
  await page.goto(second.start())
  await knowsDevice(page)
  await fill(page, person)
  await comesTo(page, 'Welcome back')
  assert.deepEqual(faults(), [])
})

for (const kind of ['platform', 'key'] as const)
  test(`a second step accepts a passkey of the kind ${kind}`, { skip }, async () => {
    const person = await register(service)
    const app = await newApp()
    const { page, verify, faults } = await browse(plainUrl, kind)
    await addFactor(page, person)
    // autofill would sign in with it
    await verify(false)
    await page.goto(app.start())
    await fill(page, person)
    assert.equal(await titleOf(page), 'One more step')
    await verify(true)
    await press(page, 'Use your passkey or security key')
    await comesTo(page, 'Welcome back')
    assert.deepEqual(await methodsOf(app, page), ['password', 'passkey'])
    assert.deepEqual(faults(), [])
  })

test('a passkey is offered only on devices that can make one, to new accounts, too', { skip }, async () => {
  for (const [kind, title] of [
    ['key', 'Your account'],
    ['platform', 'Sign in without your password next time?'],
  ] as const) {
    const { page } = await browse(`${origin}/account/register`, kind)
    const password = 'a password of the tests'
    await page.fill('#email', newEmail())
    await typeNewPassword(page, password)
    await knowsDevice(page)
    await press(page, 'Create account')
    assert.equal(await titleOf(page), title)
  }
})

test('without scripts passkeys are hidden, and a backup code works', { skip }, async () => {
  const person = await register(service)
  const { page: other } = await browse(plainUrl, 'key')
  const [code = ''] = await addFactor(other, person)
  const { page } = await open!(signInUrl, { javaScriptEnabled: false, locale: 'en' })
  assert.doesNotMatch(await page.locator('main').innerText(), /passkey|\bor\b/)
  await fill(page, person)
  assert.equal(await titleOf(page), 'One more step')
  assert.doesNotMatch(await page.locator('main').innerText(), /key|\bor\b|\bapp\b/)
  await page.fill('[name=code]', code)
  await press(page, 'Continue')
  assert.equal(await titleOf(page), 'Your account')
})

for (const language of ['en', 'de', 'fr', 'es'])
  test(`passkey pages are accessible in ${language}`, { skip }, async () => {
    const [person, guarded] = [await register(service), await register(service)]
    const viewport = { width: 320, height: 640 }
    const { page, verify } = await browse(plainUrl, 'platform', { viewport })
    const assertBoth = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await assertAccessible(page, `${name} in ${colorScheme}`)
      }
    }
    await addFactor(page, guarded)
    await verify(false)
    await page.goto(`${signInUrl}?ui_locales=${language}`)
    const submit = page.locator('form:not([data-passkey]) button[type=submit]')
    const alert = page.locator('form[data-passkey] [role=alert]:not(:empty)')
    const enter = async ({ email, password }: Person) => {
      await page.fill('[name=email]', email)
      await page.fill('[name=password]', password)
      await leave(page, () => submit.first().click())
    }
    await page.locator('form[data-passkey] button').click()
    await alert.waitFor()
    await assertBoth('the way in')
    await knowsDevice(page)
    await enter(person)
    await page.locator('[data-passkey=create] button').click()
    await alert.waitFor()
    await assertBoth('the offer')
    await page.goto(`${signInUrl}?prompt=login&ui_locales=${language}`)
    await enter(guarded)
    await page.locator('[data-passkey=get] button').click()
    await alert.waitFor()
    await assertBoth('the second step')
  })

test('a passkey cancelled at its button is offered in the fields again, with one request at a time', {
  skip,
}, async () => {
  const { page } = await open!(plainUrl)
  await page.addInitScript(`{
    PublicKeyCredential.isConditionalMediationAvailable = async () => true
    const asked = []
    navigator.credentials.get = ({ mediation = 'button', signal }) => {
      asked.push(mediation)
      document.documentElement.dataset.asked = asked.join(' ')
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        if (mediation === 'button')
          addEventListener('keydown', () => reject(new DOMException('', 'NotAllowedError')), { once: true })
      })
    }
  }`)
  await page.goto(signInUrl)
  await pressHere(page, 'Sign in with a passkey')
  await pressHere(page, 'Sign in with a passkey')
  await page.keyboard.press('Escape')
  // written where the policy of the page lets it be read
  await page.locator('html[data-asked="conditional button conditional"]').waitFor()
})
