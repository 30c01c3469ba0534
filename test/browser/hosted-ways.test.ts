import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { atEnd } from '../support/at-end.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { startFederated } from '../support/federation.ts'
import { newApplication } from '../support/hosted.ts'
import { get } from '../support/http.ts'
import { startMailServer } from '../support/mail-server.ts'
import { codeIn, nextMail } from '../support/mailing.ts'
import { comesTo, follow, leave, press, titleOf } from '../support/on-pages.ts'
import { newEmail, register, tokensOf } from '../support/people.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { startVariant } from '../support/variant.ts'

const skip = withoutBrowser
const mailServer = await startMailServer()
const federated = await startFederated(
  { acme: { NAME: 'Acme' } },
  {
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'no-reply@acme.example',
    EMAIL_VERIFICATION: 'optional',
  },
)
const service = { ...federated, mailServer }
const { acme } = federated.providers
const open = skip ? undefined : await startBrowser()

/** An application on a port of its own, which a browser can really come back to. */
const application = createServer((_, response) => response.end('<h1>Welcome back</h1>')).listen(
  0,
  '127.0.0.1',
)
await once(application, 'listening')
atEnd(() => application.close())
const { port } = application.address() as { port: number }
const newApp = () => newApplication(service, { redirect_uri: `http://127.0.0.1:${port}/callback` })

/** A browser without scripts. @param subject whom the provider knows there */
const browse = async (address: string, subject?: string): Promise<Page> => {
  const { page } = await open!(service.address, { javaScriptEnabled: false, locale: 'en' })
  if (subject) await page.context().addCookies([{ name: 'person', value: subject, url: acme.issuer }])
  await page.goto(address)
  return page
}

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [name, value] of Object.entries(fields)) await page.fill(`[name=${name}]`, value)
  await leave(page, () => page.click('main button[type=submit]'))
}

test('a form returns to the application, with both factors', { skip }, async () => {
  const guarded = await registerGuarded(service)
  const app = await newApp()
  const page = await browse(app.start())
  await fill(page, { email: guarded.email, password: guarded.password })
  assert.equal(await titleOf(page), 'One more step')
  await page.reload()
  await fill(page, { code: guarded.code() })
  assert.equal(await titleOf(page), 'Welcome back')
  tokensOf(await app.exchange(app.codeIn(new URL(page.url()))))
})

test('a provider returns to it, too, and is linked and unlinked in the settings', { skip }, async () => {
  const [email, other] = [newEmail(), newEmail()]
  acme.people.set('ada', { email, email_verified: true })
  const app = await newApp()
  const page = await browse(app.start(), 'ada')
  await follow(page, 'Continue with Acme')
  await comesTo(page, 'Welcome back')
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(new URL(page.url()))))
  assert.equal((await get(service, '/users/me', accessToken)).body.email, email)

  acme.people.set('grace', { email: other, email_verified: true })
  const person = await register(service)
  const own = await browse(`${service.address}/account/sign-in`, 'grace')
  await fill(own, { email: person.email, password: person.password })
  await own.goto(`${service.address}/account/providers`)
  await press(own, 'Link Acme')
  await own.locator('main', { hasText: `Linked as ${other}` }).waitFor()
  await press(own, 'Unlink Acme')
  assert.doesNotMatch(await own.locator('main').innerText(), new RegExp(other))
})

test('confirming an address by the mailed code leads to the application, across its origin', {
  skip,
}, async () => {
  const strict = {
    ...(await startVariant(service, { config: { emailVerification: 'required' } })),
    mailServer,
  }
  const app = await newApplication(strict, { redirect_uri: `http://127.0.0.1:${port}/callback` })
  const page = await browse(app.start('/account/register'))
  const email = newEmail()
  await fill(page, {
    email,
    password: 'a password of the tests',
    passwordConfirmation: 'a password of the tests',
  })
  assert.equal(await titleOf(page), 'Confirm your email address')
  await fill(page, { code: 'AAAA-AAAA' })
  assert.equal(
    await page.locator('#code-problem').innerText(),
    'This code is invalid or has expired. Please check it.',
  )
  await page.fill('#code', codeIn(await nextMail(strict, email, 'Confirm')))
  await page.click('main button[value=code]')
  await comesTo(page, 'Welcome back')
})

test('a forgotten password is replaced through the mailed link', { skip }, async () => {
  const { email } = await register(service)
  const page = await browse(`${service.address}/account/sign-in`)
  await follow(page, 'Forgot your password?')
  await fill(page, { email })
  assert.equal(await titleOf(page), 'Check your email')
  const { text } = await nextMail(service, email, 'new password')
  await page.goto(/https?:\S+reset-password\S+/.exec(text)?.[0] ?? '')
  assert.doesNotMatch(page.url(), /token/)
  const password = 'a password that is new'
  await fill(page, { password, passwordConfirmation: 'something else' })
  await page.waitForSelector('#passwordConfirmation:focus')
  await page.reload()
  await fill(page, { password, passwordConfirmation: password })
  assert.equal(await titleOf(page), 'Your new password is set')
  await follow(page, 'Back to sign in')
  await fill(page, { email, password })
  assert.equal(await titleOf(page), 'Your account')
})
