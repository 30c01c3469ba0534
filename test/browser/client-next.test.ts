import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { buildNextShop, startNextShop } from '../support/next-shop.ts'
import { comesTo, press } from '../support/on-pages.ts'
import { register } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'

const tokenSeconds = 2
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const service = await startTestService({
  OAUTH_REDIRECT_URIS: `${origin}/auth/callback`,
  ACCESS_TOKEN_SECONDS: `${tokenSeconds}`,
})

const endings = (userId: string) =>
  many(
    service.deps.db,
    sql`select type from events where user_id = ${userId} and type in ('session.reuse_detected', 'session.ended')`,
  )

const fill = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', password)
  await press(page, 'Sign in')
}

test('a shop in Next.js keeps people signed in over many tokens, tabs and parallel requests, and signs them out', {
  skip: withoutBrowser,
}, async () => {
  await startNextShop(await buildNextShop(), port, { SALLYPORT_URL: service.address })
  const person = await register(service)
  const { page } = await (await startBrowser())(origin)
  const context = page.context()

  // the menu has fetched its links by then, and a sign-in that was begun for each would have forgotten this one
  await page.waitForLoadState('networkidle')
  assert.deepEqual(await context.cookies(), [])
  await page.getByRole('link', { name: 'Your orders' }).click()
  await comesTo(page, 'Sign in')
  const others = await Promise.all(Array.from({ length: 4 }, () => context.newPage()))
  for (const other of others) {
    await other.goto(origin)
    await other.waitForLoadState('networkidle')
  }
  await fill(page, person)
  await comesTo(page, 'Your orders')
  assert.equal(page.url(), `${origin}/orders`)

  const pages = [page, ...others]
  const isIn = async (tab: Page, index: number) => {
    await tab.goto(`${origin}/${index % 2 ? 'orders' : 'settings'}`)
    assert.match(await tab.innerText('main'), new RegExp(person.email))
  }
  for (let round = 0; round < 3; round++) {
    await sleep(tokenSeconds * 1_000)
    await Promise.all(pages.map(isIn))
    await sleep(tokenSeconds * 1_000)
    const ask = `Promise.all(Array.from({ length: 10 }, () => fetch('/auth/me').then(({ status }) => status)))`
    assert.deepEqual(await page.evaluate<number[]>(ask), Array(10).fill(200))
  }
  // by the menu, whose pages are fetched and rendered by the server
  await sleep(tokenSeconds * 1_000)
  await page.getByRole('link', { name: 'Settings' }).click()
  await comesTo(page, 'Settings')
  assert.deepEqual(await endings(person.userId), [])

  await press(page, 'Sign out')
  await comesTo(page, 'Shop')
  assert.equal(
    (await endings(person.userId)).length,
    2,
    'the session and the visit were ended by their owner',
  )
  for (const tab of pages) {
    await tab.goto(`${origin}/orders`)
    await comesTo(tab, 'Sign in')
    assert.equal(new URL(tab.url()).origin, service.address)
  }
})
