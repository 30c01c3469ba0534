import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../support/axe.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { startFederated } from '../support/federation.ts'
import { newApplication } from '../support/hosted.ts'
import { press } from '../support/on-pages.ts'
import { newEmail } from '../support/people.ts'

const password = 'a password of the tests'
const service = await startFederated(
  { acme: {} },
  {
    HOME_URL: 'https://app.example.com/',
    TERMS_URL: 'https://app.example.com/terms',
    PRIVACY_URL: 'https://app.example.com/privacy',
  },
)
const app = await newApplication(service)
const open = withoutBrowser ? undefined : await startBrowser()

const pages: Record<string, (page: Page) => Promise<unknown>> = {
  'the welcome page': (page) => page.goto(service.address),
  'the page to sign in on': (page) => page.goto(app.start()),
  'the same after a wrong password': async (page) => {
    await page.goto(app.start())
    await page.fill('[name=email]', newEmail())
    await page.fill('[name=password]', password)
    await press(page, 'Sign in')
  },
  'the page to register on': (page) => page.goto(app.start('/account/register')),
  'the same with a password that is too short': async (page) => {
    await page.goto(app.start('/account/register'))
    await page.fill('[name=email]', newEmail())
    await page.fill('[name=password]', 'short')
    await page.fill('[name=passwordConfirmation]', 'other')
    await press(page, 'Create account')
  },
  'the page for a forgotten password': (page) => page.goto(`${service.address}/account/forgot-password`),
  'a link that is over': (page) => page.goto(`${service.address}/account/verify-email`),
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the pages are accessible at 320 pixels in ${colorScheme}`, { skip: withoutBrowser }, async () => {
    const options = { colorScheme, viewport: { width: 320, height: 640 } }
    for (const [name, go] of Object.entries(pages)) {
      const { page } = await open!(service.address, options)
      await go(page)
      await assertAccessible(page, name)
      await page.context().close()
    }
  })
}

const ofAccount = [
  '',
  '/activity',
  '/sessions',
  '/email',
  '/password',
  '/two-factor',
  '/two-factor/set-up',
  '/providers',
  '/data',
  '/close',
  '/confirm-it-is-you',
  '/sign-out',
]
const ofAnybody = ['/sign-in?prompt=login', '/register?prompt=login', '/forgot-password', '/verify-email']

for (const language of ['de', 'fr', 'es']) {
  test(`no hosted page has an accessibility fault in ${language}, in light and dark`, {
    skip: withoutBrowser,
  }, async () => {
    const { page } = await open!(`${service.address}/account/register`, {
      viewport: { width: 320, height: 640 },
    })
    await page.fill('#email', newEmail())
    await page.fill('#password', password)
    await page.fill('#passwordConfirmation', password)
    await press(page, 'Create account')
    for (const path of [...ofAccount, ...ofAnybody]) {
      const to = new URL(`${service.address}/account${path}`)
      to.searchParams.set('ui_locales', language)
      await page.goto(to.href)
      assert.equal(await page.getAttribute('html', 'lang'), language)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await assertAccessible(page, `${path} in ${colorScheme}`)
      }
    }
  })
}

test('the keyboard alone is enough, and an error has the focus', { skip: withoutBrowser }, async () => {
  const { page } = await open!(app.start(), { javaScriptEnabled: false })
  await page.waitForSelector('#email:focus')
  await page.keyboard.type('nobody@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForSelector('#problem:focus')
  await page.keyboard.press('Tab')
  await page.waitForSelector('#email:focus')
  assert.equal(await page.inputValue('#email'), 'nobody@example.com')
  assert.equal(await page.inputValue('#password'), '')
})
