import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from '../support/axe.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { comesTo, press, typeNewPassword } from '../support/on-pages.ts'
import { startPasskeyPages } from '../support/passkey-pages.ts'
import { newEmail } from '../support/people.ts'
import { appOf } from '../support/second-factor.ts'

const skip = withoutBrowser
const service = await startPasskeyPages({ TWO_FACTOR: 'required' })
const open = skip ? undefined : await startBrowser()
const password = 'a password of the tests'
const title = 'Set up a second factor'

/** Somebody who has just registered, with a security key at hand. */
const arrive = async (options: { javaScriptEnabled?: boolean; width?: number } = {}) => {
  const { width = 1_280, ...more } = options
  const viewport = { width, height: 800 }
  const { page, faults } = await open!(`${service.address}/account/register`, {
    locale: 'en',
    viewport,
    ...more,
  })
  await page.fill('[name=email]', newEmail())
  await typeNewPassword(page, password)
  await press(page, 'Create account')
  await comesTo(page, title)
  return { page, faults }
}

test('a security key is set up during a sign-in, by a script, on an accessible page', { skip }, async () => {
  const { page, faults } = await arrive({ width: 320 })
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
  })
  await assertAccessible(page, title)
  await press(page, 'Show the QR code')
  await assertAccessible(page, 'with a QR code')
  await press(page, 'Use a passkey or security key')
  await assertAccessible(page, 'with a key')
  await press(page, 'Add the security key')
  await comesTo(page, 'Your backup codes')
  await page.fill('[name=code]', await page.locator('.codes li').first().innerText())
  await press(page, 'Done')
  await comesTo(page, 'Two-factor authentication')
  await assertAccessible(page, 'the settings')
  assert.deepEqual(faults, [])
})

test('an app is set up during a sign-in without scripts', { skip }, async () => {
  const { page } = await arrive({ javaScriptEnabled: false })
  await press(page, 'Show the QR code')
  const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '')
  await page.fill('[name=code]', appOf(service, secret).nextCode())
  await press(page, 'Confirm')
  await comesTo(page, 'Your backup codes')
})
