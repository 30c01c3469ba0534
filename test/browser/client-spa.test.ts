import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Environment } from '../../src/config/config.ts'
import { atEnd } from '../support/at-end.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { installClient } from '../support/packed-client.ts'
import { newEmail, signIn } from '../support/people.ts'
import { appOf, wrongCode } from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'

const password = 'a password of the tests'

/** The application as somebody would copy it, served from an origin of its own. */
const startApplication = async (settings: Environment = {}) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const service = await startTestService({
    CORS_ORIGINS: origin,
    REGISTRATIONS_PER_HOUR: '0',
    ...settings,
  })
  const folder = await installClient()
  cpSync(join(import.meta.dirname, '../../examples/spa'), folder, { recursive: true })
  const server = spawn(process.execPath, [join(folder, 'server.ts'), `${port}`, service.address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  atEnd(() => server.kill())
  assert.equal(`${(await once(server.stdout, 'data'))[0]}`, `${origin}\n`)
  return { origin, service }
}

const optional = await startApplication()
const { origin, service } = optional
const open = withoutBrowser ? undefined : await startBrowser()

// it calls another origin, and a refusal is no fault of the page
const isExpected = (fault: string, { address }: { address: string }) =>
  fault.startsWith(`asked ${address}`) || /the server responded with a status of 4\d\d/.test(fault)

/** A browser of its own with the application. */
const openApplication = async ({ origin, service } = optional) => {
  const { page, faults } = await open!(origin)
  const unexpected = () => faults.filter((fault) => !isExpected(fault, service))
  return { page, unexpected }
}

const section = (page: Page, name: string) => page.getByRole('region', { name })

/** Waits for a section, and until nothing is busy: a form that is takes nothing, and forgets what is typed meanwhile. */
const heading = async (page: Page, name: string) => {
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

const told = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).waitFor()

const sessionsOn = (page: Page) => section(page, 'Your account').getByRole('listitem')

/** Fills the one form that is seen, by its labels, and sends it. */
const fill = async (page: Page, button: string, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).and(page.locator(':visible')).fill(value)
  await page.getByRole('button', { name: button, exact: true }).click()
}

const register = async (page: Page) => {
  const email = newEmail()
  await heading(page, 'Sign in')
  await page.getByRole('button', { name: 'Create one' }).click()
  await fill(page, 'Create account', { Email: email, Password: password })
  await heading(page, 'Your account')
  return email
}

const setUp = async (page: Page) => {
  await heading(page, 'Set up two-factor authentication')
  await page.waitForFunction('document.getElementById("qr").naturalWidth > 0')
  const app = appOf(service, (await page.locator('#secret').textContent()) ?? '')
  const first = app.nextCode()
  await fill(page, 'Turn it on', { 'Code that the app shows': first })
  await heading(page, 'Your backup codes')
  const backup = await page.locator('#backup-codes li').allTextContents()
  assert.equal(backup.length, 10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await heading(page, 'Your account')
  return { app, code: app.nextCode, first, backup }
}

/** Waits until this is said of the field that has the focus, as assistive technology is told it. */
const faulty = async (page: Page, words: RegExp) => {
  const fault = page.locator('.fault:visible', { hasText: words })
  const id = await fault.getAttribute('id')
  await page.locator(`[aria-invalid=true]:focus[aria-describedby="${id}"]`).waitFor()
}

test('a person registers, sets up a second factor, and signs in with it', {
  skip: withoutBrowser,
}, async () => {
  const { page, unexpected } = await openApplication()
  const email = await register(page)
  await page.getByText(`Signed in as ${email}`).waitFor()
  await page.waitForSelector('#account-title:focus')
  await page.getByRole('button', { name: 'Set it up' }).click()
  const { app, code, first, backup } = await setUp(page)
  await page.getByText('10 backup codes are left').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await heading(page, 'Sign in')

  await fill(page, 'Sign in', { Email: email, Password: 'a wrong password' })
  await section(page, 'Sign in').getByText('not valid').waitFor()
  await fill(page, 'Sign in', { Password: password })
  await heading(page, 'One more step')
  await fill(page, 'Continue', { Code: wrongCode(app) })
  await faulty(page, /wrong.*Tries left: 4\./)
  await fill(page, 'Continue', { Code: first })
  await page.getByText('already').waitFor()
  await page.reload()
  await heading(page, 'One more step')
  await fill(page, 'Continue', { Code: code() })
  await heading(page, 'Your account')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await fill(page, 'Sign in', { Email: email, Password: password })
  await page.getByRole('radio', { name: 'your backup codes' }).check()
  await fill(page, 'Continue', { Code: backup[0] ?? '' })
  await page.getByText('9 backup codes are left').waitFor()
  await fill(page, 'Turn it off', { 'Code of your app': code() })
  await page.getByText('It is off.').waitFor()
  assert.deepEqual(unexpected(), [])
})

test('an error is shown beside its field', { skip: withoutBrowser }, async () => {
  const { page, unexpected } = await openApplication()
  const email = await register(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await heading(page, 'Sign in')
  await page.getByRole('button', { name: 'Create one' }).click()
  await fill(page, 'Create account', { Email: email, Password: password })
  await faulty(page, /email/)
  await fill(page, 'Create account', { Email: newEmail(), Password: 'short' })
  await faulty(page, /password/)
  assert.deepEqual(unexpected(), [])
})

test('signing in or out in one tab is seen in the other', {
  skip: withoutBrowser,
}, async () => {
  const { page, unexpected } = await openApplication()
  const email = await register(page)
  const other = await page.context().newPage()
  await other.goto(origin)
  await heading(other, 'Your account')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await heading(other, 'Sign in')
  await told(other, 'You signed out in another tab.')
  await heading(page, 'Sign in')
  await fill(other, 'Sign in', { Email: email, Password: password })
  await heading(other, 'Your account')
  await heading(page, 'Your account')
  assert.deepEqual(unexpected(), [])
})

test('other sessions are listed and can be ended, and ending this one elsewhere is noticed', {
  skip: withoutBrowser,
}, async () => {
  const { page, unexpected } = await openApplication()
  const email = await register(page)
  await signIn(service, { email, password })
  await page.reload()
  await page.getByRole('button', { name: 'End the session' }).click()
  await sessionsOn(page).nth(1).waitFor({ state: 'detached' })
  assert.match((await sessionsOn(page).textContent()) ?? '', /at 127\.0\.0\.1, since .*This is you\./)
  const { page: elsewhere } = await openApplication()
  await fill(elsewhere, 'Sign in', { Email: email, Password: password })
  await elsewhere.getByRole('button', { name: 'End the session' }).click()
  await sessionsOn(elsewhere).nth(1).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Set it up' }).click()
  await heading(page, 'Sign in')
  await told(page, 'Your session is over.')
  assert.deepEqual(unexpected(), [])
})

test('an action that needs a fresh proof asks for one, and continues', { skip: withoutBrowser }, async () => {
  const { page, unexpected } = await openApplication()
  await register(page)
  await shiftRows(service, 960)
  await page.getByRole('button', { name: 'Set it up' }).click()
  await page.getByRole('dialog').waitFor()
  await fill(page, 'Cancel', {})
  await page.getByText('confirm your identity again').waitFor()
  await page.getByRole('button', { name: 'Set it up' }).click()
  await fill(page, 'Continue', { 'Your password': 'a wrong password' })
  await page.getByRole('dialog').getByText('not valid').waitFor()
  await fill(page, 'Continue', { 'Your password': password })
  await setUp(page)
  assert.deepEqual(unexpected(), [])
})

test('a setup that expires before a reload says so, and can be started again', {
  skip: withoutBrowser,
}, async () => {
  const strict = await startApplication({ TWO_FACTOR: 'required' })
  const { page, unexpected } = await openApplication(strict)
  const credentials = { Email: newEmail(), Password: password }
  await heading(page, 'Sign in')
  await page.getByRole('button', { name: 'Create one' }).click()
  await fill(page, 'Create account', credentials)
  await heading(page, 'Set up two-factor authentication')
  await page.reload()
  await heading(page, 'Set up two-factor authentication')
  await shiftRows(strict.service, 960)
  await page.reload()
  await section(page, 'Sign in').getByText('has expired').waitFor()
  await fill(page, 'Sign in', credentials)
  await heading(page, 'Set up two-factor authentication')
  assert.deepEqual(unexpected(), [])
})

test('only the files of the application and the client are served', async () => {
  const statusOf = async (path: string) => (await fetch(origin + path)).status
  assert.equal(await statusOf('/'), 200)
  assert.equal(await statusOf('/sallyport-client/areas/two-factor.js'), 200)
  for (const path of [
    '/server.ts',
    '/package.json',
    '/sallyport-client/package.json',
    '/sallyport-client/..%2findex.html',
    '/nothing.js',
  ])
    assert.equal(await statusOf(path), 404, path)
})
