import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { assertAccessible } from '../support/axe.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { startFederated } from '../support/federation.ts'
import { newApplication } from '../support/hosted.ts'
import { press, pressHere, typeNewPassword } from '../support/on-pages.ts'
import { newEmail } from '../support/people.ts'

const listen = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const leading =
  (to: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location: to }).end()

const shop = await listen((_, response) => response.end('<h1>The shop</h1>'))
const broker = await listen(leading(`${shop}/`))
const callback = await listen(leading(`${broker}/`))
const redirect_uri = `${callback}/signed-in`
const service = await startFederated({ acme: {} }, { OAUTH_REDIRECT_URIS: redirect_uri })
const open = withoutBrowser ? undefined : await startBrowser()
const password = 'a password of the tests'

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with scripts' : 'without'
  test(`${how}, a form leads to an application over three origins`, { skip: withoutBrowser }, async () => {
    const email = newEmail()
    const app = await newApplication(service, { redirect_uri })
    const { page } = await open!(app.start('/account/register'), { javaScriptEnabled })
    await page.fill('#email', email)
    await typeNewPassword(page, password)
    await pressHere(page, 'Create account')
    await page.waitForURL(`${shop}/`)
    await page.context().clearCookies()
    const again = await newApplication(service, { redirect_uri, login_hint: email })
    await page.goto(again.start())
    await page.fill('#password', password)
    await pressHere(page, 'Sign in')
    await page.waitForURL(`${shop}/`)
    assert.equal(await page.locator('h1').innerText(), 'The shop')
  })
}

test('the intermediate page has a link for browsers that do not redirect', {
  skip: withoutBrowser,
}, async () => {
  const app = await newApplication(service, { redirect_uri })
  const { page } = await open!(`${service.address}/account/register`, {
    viewport: { width: 375, height: 640 },
  })
  await page.fill('#email', newEmail())
  await typeNewPassword(page, password)
  await press(page, 'Create account')
  // what a browser does by itself is left out
  await page.route('**/account/continue?*', async (route) => {
    const response = await route.fetch()
    const { refresh: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.goto(app.start('/account/continue'))
  await assertAccessible(page, 'the page between')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(`${shop}/`)
})
