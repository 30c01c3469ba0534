import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { look } from '../support/look.ts'
import { codeIn, nextMail, startMailing } from '../support/mailing.ts'
import { comesTo, leave, press, titleOf } from '../support/on-pages.ts'
import { newEmail } from '../support/people.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { addAuthenticator } from '../support/virtual-authenticator.ts'

const skip = withoutBrowser
const port = await freePort()
const address = `http://localhost:${port}`
const service = {
  ...(await startMailing({ EMAIL_SIGN_IN: 'on', PORT: String(port), PUBLIC_URL: address })),
  address,
}
const open = skip ? undefined : await startBrowser()
/** A page that asks for no passkey by itself. */
const plainUrl = `${address}/health/live`

const goTo = (page: Page, path: string) => page.goto(`${address}/account${path}`)

/** What the page of ways back lists, under its headings. */
const waysOn = (page: Page) => page.locator('main :is(h2, li)').allInnerTexts()

test('a mailed code and a passkey make an account in one visit, and the passkey signs in from then on', {
  skip,
}, async () => {
  const { page, faults } = await open!(plainUrl, { locale: 'en' })
  await addAuthenticator(page)
  const email = newEmail()
  await goTo(page, '/register')
  await look(page, 'register')
  await page.fill('#email', email)
  await press(page, 'Email me a code')
  await comesTo(page, 'Check your email')
  await look(page, 'code')
  const code = codeIn(await nextMail(service, email, 'Your code'))
  await page.fill('#code', '0000-0000')
  await press(page, 'Continue')
  assert.match(await page.locator('#code-problem').innerText(), /wrong/)
  await look(page, 'code-wrong')
  await page.locator('[data-passkey-ready][value=yes]').waitFor({ state: 'attached' })
  await page.fill('#code', code)
  await press(page, 'Continue')
  await comesTo(page, 'Sign in without a code next time?')
  await look(page, 'offer-after-code')
  await press(page, 'Add a passkey')
  await comesTo(page, 'Your account')
  await look(page, 'overview-without-password')

  await goTo(page, '/ways-back')
  await look(page, 'ways-back')
  assert.deepEqual(await waysOn(page), [
    'If you lose the passkey “Passkey”',
    'A code that we email you',
    'A new password, set by a link that we email you',
    `If you can no longer read ${email}`,
    'A passkey',
  ])
  await goTo(page, '')
  await press(page, 'Sign out')
  await goTo(page, '/sign-in')
  // the fields of the page fill in the passkey by themselves
  await comesTo(page, 'Your account')
  // the wrong code
  assert.deepEqual(
    faults.filter((fault) => !/status of 401/.test(fault)),
    [],
  )
})

test('a box at the second step trusts the device, which is listed beside the sessions and ended there', {
  skip,
}, async () => {
  const person = await registerGuarded(service)
  const { page, faults } = await open!(plainUrl, { locale: 'en' })
  const signIn = async () => {
    await goTo(page, '/sign-in')
    await page.fill('#email', person.email)
    await page.fill('#password', person.password)
    await press(page, 'Sign in')
  }
  await signIn()
  assert.equal(await titleOf(page), 'One more step')
  await look(page, 'second-step')
  await page.getByLabel("Don't ask again on this device for 30 days").check()
  await page.fill('#code', person.code())
  await press(page, 'Continue')
  await comesTo(page, 'Your account')
  await press(page, 'Sign out')
  await signIn()
  await comesTo(page, 'Your account')
  await goTo(page, '/ways-back')
  await look(page, 'ways-back-guarded')
  const mailbox = `If you can no longer read ${person.email}`
  assert.deepEqual((await waysOn(page)).slice(-2), [
    mailbox,
    'Your password, then a code from your authenticator app or a backup code',
  ])
  await goTo(page, '/sessions')
  await look(page, 'sessions-and-devices')
  await leave(page, () => page.getByRole('button', { name: /^Stop trusting / }).click())
  await press(page, 'Sign out')
  await signIn()
  assert.equal(await titleOf(page), 'One more step')
  assert.deepEqual(faults, [])
})
