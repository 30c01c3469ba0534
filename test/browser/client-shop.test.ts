import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { atEnd } from '../support/at-end.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { leave, titleOf } from '../support/on-pages.ts'
import { newEmail } from '../support/people.ts'
import { appOf, wrongCode } from '../support/second-factor.ts'
import { sharedService } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'
import { startWire } from '../support/wire.ts'

const password = 'a password of the tests'
const root = new URL('../..', import.meta.url)
const service = await sharedService()

/** The shop, as a process of its own, in front of a line that counts. */
const startShop = async (service: { address: string }) => {
  const wire = await startWire(service)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: `${port}`,
    ORIGIN: origin,
    SALLYPORT_URL: wire.address,
    SESSION_KEY: randomBytes(32).toString('base64'),
  }
  const args = ['--conditions=sallyport-source', 'examples/web-shop/server.ts']
  const shop = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(() => shop.kill())
  for await (const line of createInterface(shop.stdout)) if (line.includes(origin)) break
  return { origin, wire }
}

const { origin, wire } = await startShop(service)

const fill = async (page: Page, path: string, fields: Record<string, string>, at = origin) => {
  await page.goto(at + path)
  for (const [name, value] of Object.entries(fields)) await page.fill(`[name=${name}]`, value)
  await leave(page, () => page.click('button'))
  return titleOf(page)
}

test('at most sixty lines of the shop deal with Sallyport', () => {
  const lines = readFileSync(new URL('examples/web-shop/account.ts', root), 'utf8').split('\n')
  assert.ok(lines.length <= 60, `${lines.length}`)
  for (const name of ['server.ts', 'pages.ts'])
    assert.doesNotMatch(readFileSync(new URL(`examples/web-shop/${name}`, root), 'utf8'), /sallyport-client/)
})

test('a customer registers, sets up an app, signs in with both factors and out, and no script sees a token', {
  skip: withoutBrowser,
}, async () => {
  const { page } = await (await startBrowser())(origin)
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.status() < 300) bodies.push(response.text().catch(() => ''))
  })
  const email = newEmail()
  assert.equal(await fill(page, '/register', { email, password }), 'Shop')
  await page.goto(`${origin}/orders`)
  assert.match((await page.textContent('main')) ?? '', new RegExp(email))

  await fill(page, '/set-up-app', {})
  const app = appOf(service, (await page.textContent('code')) ?? '')
  const code = app.nextCode
  assert.equal(await fill(page, '/confirm-app', { code: code() }), 'Keep these codes')
  const backup = (await page.textContent('li code')) ?? ''

  await fill(page, '/sign-out', {})
  await page.goto(`${origin}/orders`)
  assert.equal(await page.textContent('h1'), 'Sign in')
  wire.asked.length = 0
  await fill(page, '/sign-in', { email, password: 'a wrong password' })
  assert.match((await page.textContent('[role=alert]')) ?? '', /not valid/)
  assert.deepEqual(wire.asked, ['POST /auth/token'])
  assert.equal(await fill(page, '/sign-in', { email, password }), 'Enter a code')
  assert.equal(await fill(page, '/second-step', { code: wrongCode(app) }), 'Enter a code')
  assert.equal(await fill(page, '/second-step', { code: code() }), 'Shop')
  await fill(page, '/sign-out', {})
  await fill(page, '/sign-in', { email, password })
  assert.equal(await fill(page, '/second-step', { code: backup }), 'Shop')

  await shiftRows(service, 960)
  wire.asked.length = 0
  await page.goto(`${origin}/orders`)
  assert.equal(await page.textContent('h1'), 'Your orders')
  assert.deepEqual(wire.asked, ['GET /users/me', 'POST /auth/token', 'GET /users/me'])
  const [cookie] = await page.context().cookies()
  assert.deepEqual(
    [cookie?.name, cookie?.httpOnly, cookie?.secure, cookie?.sameSite, cookie?.path],
    ['__Host-session', true, true, 'Lax', '/'],
  )
  assert.equal(await page.evaluate('document.cookie + localStorage.length + sessionStorage.length'), '00')
  assert.doesNotMatch((await Promise.all(bodies)).join('\n'), /sp_(at|rt)_/)
})

test('where everybody needs a second factor, a customer sets up an app before the shop opens', {
  skip: withoutBrowser,
}, async () => {
  const strict = await startShop(await startVariant(service, { config: { twoFactor: 'required' } }))
  const { page } = await (await startBrowser())(strict.origin)
  const at = (path: string, fields: Record<string, string>) => fill(page, path, fields, strict.origin)
  const person = { email: newEmail(), password }
  assert.equal(await at('/register', person), 'Set up an app')
  assert.equal(await at('/sign-in', person), 'Set up an app')
  assert.equal(await at('/set-up-app', {}), 'Scan this')
  const app = appOf(service, (await page.textContent('code')) ?? '')
  assert.equal(await at('/confirm-app', { code: wrongCode(app) }), 'Enter its first code')
  assert.equal(await at('/confirm-app', { code: app.code() }), 'Keep these codes')
  assert.equal(await page.locator('li code').count(), 10)
  await page.goto(`${strict.origin}/orders`)
  assert.equal(await page.textContent('h1'), 'Your orders')
})
