import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../support/axe.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { follow, newsOf, press, pressHere, titleOf, typeNewPassword } from '../support/on-pages.ts'
import { startPasskeyPages } from '../support/passkey-pages.ts'
import { newEmail, signIn } from '../support/people.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const password = 'a password of the tests'
const skip = withoutBrowser
const service = await startPasskeyPages({ PRODUCT_NAME: 'Harbour' })
const open = skip ? undefined : await startBrowser()
const options = { viewport: { width: 320, height: 640 }, locale: 'en' }
const folder = process.env.SCREENSHOTS

/** Looks at the page in light and dark at the narrowest width. `SCREENSHOTS` names a folder to keep what it looks like. */
const look = async (page: Page, name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, `${name} in ${colorScheme}`)
    for (const width of folder ? [390, 768, 1280, 320] : []) {
      await page.setViewportSize({ width, height: 640 })
      await page.screenshot({ path: join(folder!, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
}

const goTo = (page: Page, path: string) => page.goto(service.address + path)

/** Somebody who has registered on the pages. */
const newcomer = async (more: { javaScriptEnabled?: boolean } = {}) => {
  const email = newEmail()
  const { page, faults } = await open!(`${service.address}/account/register`, { ...options, ...more })
  await page.fill('#email', email)
  await typeNewPassword(page, password)
  await press(page, 'Create account')
  await goTo(page, '/account')
  assert.equal(await titleOf(page), 'Your account')
  return { email, page, faults }
}

/** Gives the browser an authenticator, which presses itself. @returns how to take it away */
const plugIn = async (page: Page, kind: 'device' | 'key') => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const isDevice = kind === 'device'
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: isDevice ? 'internal' : 'usb',
      hasResidentKey: isDevice,
      hasUserVerification: isDevice,
      isUserVerified: isDevice,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Waits until it shows its passkeys by these names. */
    comesToKeep: async (names: readonly string[]) => {
      const kept = async () =>
        (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.map(
          ({ userName }) => userName,
        )
      while ((await kept()).join() !== names.join()) await page.waitForTimeout(50)
    },
    takeAway: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    refuse: (isRefused: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRefused }),
  }
}

test('a passkey can be added, renamed, used as proof, made a second factor, and renew the codes', {
  skip,
}, async () => {
  const { page, email, faults } = await newcomer()
  const device = await plugIn(page, 'device')
  await look(page, 'overview')
  await follow(page, 'Manage passkeys')
  assert.equal(await titleOf(page), 'Passkeys')
  await look(page, 'passkeys-none')
  await follow(page, 'Add a passkey or security key')
  assert.equal(await page.locator('[data-without-passkeys]').isVisible(), false)
  await look(page, 'add')
  await press(page, 'Add a passkey')
  await look(page, 'create')

  // a person who does not want to is told so, and may try again
  await device.refuse(true)
  await pressHere(page, 'Create the passkey')
  await page.getByText('Nothing was added. You can try again.').waitFor()
  await look(page, 'create-failed')
  await device.refuse(false)
  await press(page, 'Create the passkey')
  await page.waitForURL('**/account/passkeys?**')
  assert.equal(await newsOf(page), 'The passkey is ready to use.')
  assert.match(await page.locator('main li').innerText(), /Chrome on Linux/)
  await look(page, 'passkeys')

  // the same device again
  await follow(page, 'Add a passkey or security key')
  await press(page, 'Add a passkey')
  await pressHere(page, 'Create the passkey')
  await page.getByText('It has been added already.').waitFor()

  await goTo(page, '/account/passkeys')
  await follow(page, 'Change Chrome on Linux')
  await look(page, 'passkey')
  await page.fill('#name', 'My laptop')
  await press(page, 'Rename')
  assert.match(await page.locator('main li').innerText(), /My laptop/)

  await shiftRows(service, 16 * 60)
  await follow(page, 'Change My laptop')
  await press(page, 'Make it a second factor')
  assert.equal(await titleOf(page), "Confirm it's you")
  await look(page, 'confirm')
  await press(page, 'Use your passkey or security key')
  assert.equal(await titleOf(page), 'Your backup codes')
  const [code = ''] = await page.locator('.codes li').allInnerTexts()
  await page.fill('#code', code)
  await press(page, 'Done')
  await look(page, 'two-factor')
  assert.equal((await signIn(service, { email, password })).body.code, 'two_factor_required')
  await follow(page, 'Change My laptop')
  await look(page, 'passkey-second-factor')

  await goTo(page, '/account/two-factor/renew-codes')
  await look(page, 'renew-codes')
  await press(page, 'Use your passkey or security key')
  await page.waitForURL('**/account/two-factor/codes')
  assert.equal((await page.locator('.codes li').allInnerTexts()).length, 10)

  // whoever has it not at hand is told so
  await goTo(page, '/account/two-factor/turn-off')
  await look(page, 'turn-off')
  await device.refuse(true)
  await device.takeAway()
  await plugIn(page, 'device')
  await pressHere(page, 'Use your passkey or security key')
  await page.getByText('No passkey was used.').waitFor()
  await look(page, 'turn-off-failed')
  assert.deepEqual(faults, [])
})

test('a passkey that is removed on the pages goes from the browser, and is shown by the present address until then', {
  skip,
}, async () => {
  const { page, email } = await newcomer()
  const device = await plugIn(page, 'device')
  await goTo(page, '/account/passkeys/add')
  await press(page, 'Add a passkey')
  await press(page, 'Create the passkey')
  await device.comesToKeep([email])
  const moved = newEmail()
  await service.deps.db.run(sql`update emails set typed = ${moved} where typed = ${email}`)
  await goTo(page, '/account')
  await device.comesToKeep([moved])
  await goTo(page, '/account/passkeys')
  await follow(page, 'Change Chrome on Linux')
  await press(page, 'Remove this passkey')
  await device.comesToKeep([])
})

test('a security key without a PIN can be a second factor, turn it off, and be removed', {
  skip,
}, async () => {
  const { page, email, faults } = await newcomer()
  await plugIn(page, 'key')
  await follow(page, 'Turn on')
  await look(page, 'two-factor-off')
  await follow(page, 'Add a passkey or security key')
  await page.fill('#name', 'Blue key')
  await press(page, 'Add as a second factor')
  await look(page, 'create-key')
  await press(page, 'Add the security key')
  await page.waitForURL('**/account/two-factor/codes')
  await goTo(page, '/account/passkeys')
  assert.match(await page.locator('main li').innerText(), /Blue key · Second factor\s+On one device only/)
  await follow(page, 'Change Blue key')
  await look(page, 'security-key')
  await goTo(page, '/account/two-factor/turn-off')
  await press(page, 'Use your passkey or security key')
  await page.waitForURL('**/account/two-factor?**')
  assert.equal(await newsOf(page), 'Two-factor authentication is off.')
  assert.equal((await signIn(service, { email, password })).status, 200)
  await goTo(page, '/account/passkeys')
  assert.match(await page.locator('main').innerText(), /You have no passkeys yet/)
  assert.deepEqual(faults, [])
})

test('without scripts, a sentence explains that passkeys need them', { skip }, async () => {
  const { page } = await newcomer({ javaScriptEnabled: false })
  await goTo(page, '/account/passkeys/add')
  assert.equal(await page.getByText('Passkeys need JavaScript').isVisible(), true)
  await press(page, 'Add a passkey')
  assert.equal(await page.locator('form[data-passkey]').isVisible(), false)
  assert.equal(await page.getByText('Passkeys need JavaScript').isVisible(), true)
})
