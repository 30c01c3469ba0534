import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../support/axe.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { startFederated } from '../support/federation.ts'
import { follow, newsOf, press, pressHere, titleOf } from '../support/on-pages.ts'
import { newEmail, signIn } from '../support/people.ts'
import { appOf, wrongCode } from '../support/second-factor.ts'

const password = 'a password of the tests'
const skip = withoutBrowser
const service = await startFederated(
  { acme: { NAME: 'Acme' } },
  { PRODUCT_NAME: 'Harbour', HOME_URL: 'https://app.example.com/', EMAIL_VERIFICATION: 'optional' },
)
const open = skip ? undefined : await startBrowser()
const options = { javaScriptEnabled: false, viewport: { width: 320, height: 640 }, locale: 'en' }
const folder = process.env.SCREENSHOTS

// axe needs a script, which the pages go without
const twin = skip ? undefined : (await open!(service.address, { viewport: options.viewport })).page

/** Looks at the page in light and dark at the narrowest width. `SCREENSHOTS` names a folder to keep what it looks like. */
const look = async (page: Page, name: string) => {
  await twin!.setContent(await page.content())
  for (const colorScheme of ['light', 'dark'] as const) {
    await twin!.emulateMedia({ colorScheme })
    await assertAccessible(twin!, `${name} in ${colorScheme}`)
    for (const width of folder ? [390, 768, 1280, 320] : []) {
      await twin!.setViewportSize({ width, height: 640 })
      await twin!.screenshot({ path: join(folder!, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
}

const goTo = (page: Page, path: string) => page.goto(service.address + path)

/** What is in the file that somebody is given. */
const savedBy = async (page: Page, act: () => Promise<unknown>): Promise<string> => {
  const [file] = await Promise.all([page.waitForEvent('download'), act()])
  return readFile(await file.path(), 'utf8')
}

/** Somebody who has registered on the pages. */
const newcomer = async () => {
  const email = newEmail()
  const { page, faults } = await open!(`${service.address}/account/register`, options)
  await page.fill('#email', email)
  await page.fill('#password', password)
  await page.fill('#passwordConfirmation', password)
  await press(page, 'Create account')
  assert.equal(await titleOf(page), 'Your account')
  return { email, page, faults }
}

test('two-factor, its codes, sessions, the password, the data and closing the account work without a script', {
  skip,
}, async () => {
  const { page, email, faults } = await newcomer()
  await look(page, 'overview')

  await follow(page, 'Turn on')
  await look(page, 'two-factor-off')
  await press(page, 'Set it up')
  await look(page, 'set-up')
  const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '')
  const app = appOf(service, secret)
  await page.fill('#code', wrongCode(app))
  await press(page, 'Confirm')
  assert.equal(await page.locator('#code-problem').count(), 1)
  await page.waitForSelector('#code:focus')
  await look(page, 'set-up-wrong')
  await page.fill('#code', app.nextCode().replace(/^.../, '$& '))
  await press(page, 'Confirm')

  assert.equal(await titleOf(page), 'Your backup codes')
  const codes = await page.locator('.codes li').allInnerTexts()
  assert.equal(codes.length, 10)
  await look(page, 'codes')
  await page.reload()
  assert.deepEqual(await page.locator('.codes li').allInnerTexts(), codes)
  const text = await savedBy(page, () => page.getByRole('link', { name: 'Download as a file' }).click())
  for (const code of codes) assert.ok(text.includes(code))
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.paper').isVisible(), true)
  assert.equal(await page.locator('form:visible').count(), 0)
  if (folder) await page.screenshot({ path: join(folder, 'codes-print.png'), fullPage: true })
  await page.emulateMedia({ media: 'screen' })
  await page.fill('#code', 'AAAA-AAAA-AAAA-AAAA')
  await press(page, 'Done')
  assert.equal(await page.locator('#code-problem').innerText(), 'This is not one of the codes above.')
  await page.fill('#code', codes[0]!.toLowerCase().replaceAll('-', ' '))
  await press(page, 'Done')
  assert.match(await newsOf(page), /^Your backup codes are ready/)
  assert.match(await page.locator('main').innerText(), /You have 10 backup codes left/)
  await look(page, 'two-factor-on')
  await goTo(page, '/account/two-factor/codes')
  assert.equal(await titleOf(page), 'Two-factor authentication')

  await press(page, 'Sign out')
  await page.fill('#email', email)
  await page.fill('#password', password)
  await press(page, 'Sign in')
  await follow(page, 'Use a backup code instead')
  await page.fill('#code', codes[0]!)
  await press(page, 'Continue')
  assert.equal(await titleOf(page), 'Your account')

  await goTo(page, '/account/sessions')
  await look(page, 'sessions')
  await goTo(page, '/account/activity')
  await look(page, 'activity')

  // the second factor has to be proven for what changes the way in
  await goTo(page, '/account/password')
  assert.equal(await titleOf(page), "Confirm it's you")
  await look(page, 'confirm')
  await page.fill('#code', app.nextCode())
  await press(page, 'Continue')
  assert.equal(await titleOf(page), 'Change your password')
  await look(page, 'password')
  const newPassword = 'another password of the tests'
  await page.fill('#currentPassword', 'not this one')
  await page.fill('#password', newPassword)
  await page.fill('#passwordConfirmation', newPassword)
  await press(page, 'Save the password')
  assert.equal(
    await page.locator('#currentPassword-problem').innerText(),
    'This is not your current password.',
  )
  await look(page, 'password-wrong')
  await page.fill('#currentPassword', password)
  await page.fill('#password', newPassword)
  await page.fill('#passwordConfirmation', newPassword)
  await press(page, 'Save the password')
  assert.match(await newsOf(page), /^Your password has changed/)
  assert.equal((await signIn(service, { email, password })).status, 401)

  for (const name of [
    'email',
    'data',
    'two-factor/add-app',
    'two-factor/turn-off',
    'two-factor/renew-codes',
    'providers',
  ]) {
    await goTo(page, `/account/${name}`)
    await look(page, name.replaceAll('/', '-'))
  }
  await goTo(page, '/account/two-factor')
  await follow(page, 'Change Authenticator app')
  await look(page, 'app')

  await goTo(page, '/account/data')
  const exported = JSON.parse(await savedBy(page, () => pressHere(page, 'Download my data')))
  assert.equal(exported.email, email)

  await goTo(page, '/account/close')
  await look(page, 'close')
  await page.fill('#email', 'else@example.com')
  await press(page, 'Close my account')
  assert.equal(await page.locator('#email-problem').innerText(), 'This is not the address of your account.')
  await page.fill('#email', email.toUpperCase())
  await press(page, 'Close my account')
  assert.equal(await titleOf(page), 'Your account is closed')
  await look(page, 'closed')
  await goTo(page, '/account')
  assert.equal(await titleOf(page), 'Sign in')
  // browsers log what was refused
  const others = faults.filter((fault) => !/status of 40[01]/.test(fault))
  assert.deepEqual(others, [])
})
