import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addServiceKey } from '../../src/credentials/service-keys/add.ts'
import { addWebhook } from '../../src/flows/webhooks/add.ts'
import { assertAccessible, isWiderThanScreen } from '../support/axe.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { makeOperator, newConsoleOperator } from '../support/console.ts'
import { freePort } from '../support/free-port.ts'
import { get } from '../support/http.ts'
import { comesTo, follow, press } from '../support/on-pages.ts'
import { newEmail, register, signIn } from '../support/people.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { addAuthenticator } from '../support/virtual-authenticator.ts'

const [port, ownPort] = [await freePort(), await freePort()]
const service = await startTestService({
  PORT: String(port),
  ADMIN_LISTEN: String(ownPort),
  PUBLIC_URL: `http://localhost:${port}`,
  PASSKEY_ORIGINS: `http://localhost:${ownPort}`,
  WEBHOOK_PRIVATE_HOSTS: 'localhost',
})
const pagesAt = (path: string) => `http://localhost:${port}/account${path}`
const at = (path: string) => `http://localhost:${ownPort}/console${path}`
const open = withoutBrowser ? undefined : await startBrowser()

const operator = withoutBrowser ? undefined : await newConsoleOperator(service)
const person = await registerGuarded(service)

/** Something in every list. */
const fill = async () => {
  const actor = { kind: 'operator' } as const
  for (const password of ['wrong', 'wrong again']) await signIn(service, { ...person, password })
  await addServiceKey(service.deps, { name: 'support', scopes: ['users:read'], networks: [], days: 30 })
  const wanted = {
    url: 'http://localhost:1/',
    types: ['*'],
    description: 'the shop',
    includesAddresses: false,
  }
  return (await addWebhook(service.deps, wanted, actor)).id
}

const enter = async (page: Page) => {
  await page.goto(at('/sign-in'))
  await page.fill('#email', operator!.email)
  await page.fill('#password', operator!.password)
  await page.locator('main form button[type=submit]').first().click()
  await page.waitForURL(/second-step/)
  await page.goto(at('/second-step?method=backup_code'))
  await page.fill('#code', operator!.backup.pop()!)
  await page.locator('main button[type=submit]').last().click()
  await page.waitForURL(at(''))
}

const [app] = (await get(service, `/users/${person.userId}/authenticators`, person.accessToken)).body
const webhookId = withoutBrowser ? '' : await fill()
const inside = [
  '',
  '/people',
  '/people?q=nobody-has-this',
  `/people/person?id=${person.userId}`,
  `/people/why?id=${person.userId}`,
  `/people/activity?id=${person.userId}`,
  `/people/act?id=${person.userId}&act=block`,
  `/people/act?id=${person.userId}&act=set-external-id`,
  `/people/act?id=${person.userId}&act=remove-app&part=${app.id}`,
  '/people/invite',
  '/acts',
  '/events',
  '/mails',
  '/keys',
  '/webhooks',
  `/webhooks/webhook?id=${webhookId}`,
  `/webhooks/act?id=${webhookId}&act=replay-webhook`,
  '/settings',
  '/operators',
  '/prove',
  '/sign-out',
]

for (const colorScheme of ['light', 'dark'] as const)
  for (const locale of ['en', 'de', 'fr', 'es'])
    test(`no page of the console has an accessibility fault in ${locale}, in ${colorScheme}`, {
      skip: withoutBrowser,
    }, async () => {
      const viewport = { width: 320, height: 640 }
      const { page, faults } = await open!(at('/sign-in'), { colorScheme, locale, viewport })
      await assertAccessible(page, 'sign-in')
      await enter(page)
      for (const path of inside) {
        await page.goto(at(path))
        await assertAccessible(page, path)
        for (const width of [375, 768, 1280]) {
          await page.setViewportSize({ width, height: 640 })
          assert.equal(await isWiderThanScreen(page), false, `${path} at ${width}`)
        }
        await page.setViewportSize(viewport)
      }
      assert.deepEqual(faults, [])
      await page.context().close()
    })

test('somebody finds out in four clicks why a person cannot sign in, without scripts', {
  skip: withoutBrowser,
}, async () => {
  const locked = await register(service)
  for (let nth = 0; nth < 12; nth++) await signIn(service, { ...locked, password: `wrong ${nth}` })
  const { page, faults } = await open!(at('/sign-in'), { javaScriptEnabled: false })
  await enter(page)
  await follow(page, 'People')
  await page.fill('#q', locked.email)
  await press(page, 'Find')
  await follow(page, locked.email)
  await follow(page, 'Why could they not sign in?')
  assert.match(await page.locator('main').innerText(), /Wrong passwords .*: 10\./)
  await page.context().close()
  assert.deepEqual(faults, [])
})

/** What is pressed, and is smaller than a thumb needs. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.locator('a:visible, button:visible, input:visible').evaluateAll((all) =>
    all.flatMap((one) => {
      const { width, height } = one.getBoundingClientRect()
      return width < 44 || height < 44 ? [`${one.outerHTML} ${width} × ${height}`] : []
    }),
  )

test('on a phone everything that is pressed is as large as a thumb, on the way to signing somebody out and elsewhere', {
  skip: withoutBrowser,
}, async () => {
  const lost = await register(service)
  await signIn(service, { ...lost, password: 'a wrong one' })
  const phone = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true }
  const { page, faults } = await open!(at('/sign-in'), phone)
  await enter(page)
  await page.goto(at('/people'))
  const search = page.locator('#q')
  assert.equal(await search.getAttribute('inputmode'), 'email')
  await search.fill(lost.email)
  await search.press('Enter')
  await page.locator('.list a').tap()
  await page.getByRole('link', { name: 'Why could they not sign in?' }).tap()
  await comesTo(page, 'Why could they not sign in?')
  await page.getByRole('link', { name: 'Show the account' }).tap()
  await page.getByRole('link', { name: 'Sign them out everywhere' }).tap()
  await page.fill('#reason', 'a lost phone')
  await press(page, 'Sign them out everywhere')
  await page.waitForURL(/done=end-sessions/)
  assert.equal((await get(service, '/users/me', lost.accessToken)).status, 401)
  // signing out has the frame of the hosted pages
  for (const path of inside.filter((path) => path !== '/sign-out')) {
    await page.goto(at(path))
    assert.deepEqual(await smallTargets(page), [], path)
    assert.equal(await isWiderThanScreen(page), false, path)
  }
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('an operator signs in to the console with a passkey alone, and proves themselves with it again', {
  skip: withoutBrowser,
}, async () => {
  const email = newEmail()
  const { page } = await open!(pagesAt('/register'))
  await addAuthenticator(page)
  // only a page that loads with one offers passkeys
  await page.reload()
  await page.fill('#email', email)
  await page.fill('#password', 'a password of the tests')
  await press(page, 'Create account')
  await comesTo(page, 'Sign in without your password next time?')
  await press(page, 'Add a passkey')
  await comesTo(page, 'Your account')
  const [owner] = await service.deps.db.run<{ userId: string }>(
    sql`select user_id as "userId" from emails where canonical = ${email}`,
  )
  await page.goto(pagesAt('/passkeys'))
  await page.locator('main .list a').first().click()
  await press(page, 'Make it a second factor')
  await press(page, 'Use your passkey or security key')
  await comesTo(page, 'Your backup codes')
  await makeOperator(service, owner!)
  // the field offers the passkey, which this authenticator accepts at once
  await page.goto(at('/people'))
  await comesTo(page, 'People')
  await service.deps.db.run(sql`
    update sessions
    set authenticated_at = now() - interval '20 minutes', fully_proven_at = now() - interval '20 minutes'
    where user_id = ${owner!.userId} and kind = 'console'`)
  await follow(page, 'Invite somebody')
  await press(page, 'Use your passkey or security key')
  await comesTo(page, 'Invite somebody')
})
