import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { linkIn, nextMail, startMailing } from '../support/mailing.ts'
import { follow, leave, press, titleOf } from '../support/on-pages.ts'
import { register } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const skip = withoutBrowser
const open = skip ? undefined : await startBrowser()

test('going back from the next page shows the form with its error', { skip }, async () => {
  const service = await startTestService({ PUBLIC_URL: 'http://localhost' })
  const { email, password } = await register(service)
  const { page } = await open!(`${service.address}/account/sign-in`, { javaScriptEnabled: false })
  await page.fill('#email', email)
  await page.fill('#password', 'not this one')
  await press(page, 'Sign in')
  await follow(page, 'Forgot your password?')
  await leave(page, () => page.goBack())
  assert.match(await page.locator('#problem').innerText(), /the password is wrong/)
  assert.equal(await page.inputValue('#email'), email)
  await follow(page, 'Forgot your password?')
  await page.fill('#email', email)
  await press(page, 'Send me a link')
  assert.equal(await titleOf(page), 'Check your email')
  await leave(page, () => page.reload())
  assert.equal(await titleOf(page), 'Check your email')
  await leave(page, () => page.goBack())
  assert.equal(await titleOf(page), 'Forgot your password?')
  await leave(page, () => page.goBack())
  assert.equal(await titleOf(page), 'Sign in')
  await page.fill('#email', email)
  await page.fill('#password', password)
  await press(page, 'Sign in')
  assert.equal(await titleOf(page), 'Your account')
})

test('a used link still says so after going back', { skip }, async () => {
  const service = await startMailing({ PUBLIC_URL: 'http://localhost' })
  const { email } = await register(service)
  const { search, pathname } = linkIn(await nextMail(service, email, 'Confirm'))
  const { page } = await open!(`${service.address}${pathname}${search}`)
  await press(page, 'I created the account just now')
  await follow(page, 'Back to sign in')
  await leave(page, () => page.goBack())
  assert.equal(await titleOf(page), 'Your email address is confirmed')
})
