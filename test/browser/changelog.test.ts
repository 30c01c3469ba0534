import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { hostileRelease } from '../../packages/openapi-changelog/test/releases.ts'
import { published } from '../../src/web/changelog/published.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { get } from '../support/http.ts'
import { follow, press } from '../support/on-pages.ts'
import { sharedService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const skip = withoutBrowser
const service = skip ? undefined : await sharedService()
const releases = [hostileRelease, ...(await published.releases())]
const { address } = service
  ? await startVariant(service, { published: { releases: async () => releases } })
  : { address: '' }
const open = skip ? undefined : await startBrowser()

const faintWords = readFileSync(new URL('../support/faint-words.js', import.meta.url), 'utf8')
const wide = { width: 1280, height: 900 }
// what is not in sight of a long reference is not drawn yet
const tall = { width: 1280, height: 20_000 }
const narrow = { width: 390, height: 844 }
const pages = ['/changelog', '/changelog/0.1.0', '/changelog/compare?from=0.0.0&to=0.1.0']

/** Opens a page; `SCREENSHOTS` names a folder to keep what it looks like. */
const look = async (path: string, options: Parameters<NonNullable<typeof open>>[1] = {}) => {
  const looked = await open!(address + path, options)
  if (path.startsWith('/docs') && options.javaScriptEnabled !== false)
    await looked.page.waitForSelector('.opblock')
  if (process.env.SCREENSHOTS) {
    const name = `${path.replaceAll(/\W+/g, '-')}-${options.viewport?.width}-${options.colorScheme ?? 'light'}`
    await looked.page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true })
  }
  return looked
}

const widths = (page: Page) =>
  page.evaluate<[needed: number, given: number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )

const headingLevels = (page: Page) =>
  page.evaluate<number[]>(
    "[...document.querySelectorAll('main :is(h1, h2, h3, h4)')].map(({ tagName }) => Number(tagName[1]))",
  )

const assertFits = async (page: Page) => {
  for (const viewport of [wide, narrow]) {
    await page.setViewportSize(viewport)
    const [needed, given] = await widths(page)
    assert.ok(needed <= given, `${page.url()} is ${needed} wide on ${given}`)
  }
}

test('each page fits a wide screen and a phone, and loads everything it needs', {
  skip,
}, async () => {
  for (const path of pages) {
    const { page, faults } = await look(path, { viewport: wide })
    await assertFits(page)
    assert.deepEqual(faults, [], path)
    const [first, ...levels] = await headingLevels(page)
    assert.equal(first, 1)
    levels.reduce((before, level) => {
      assert.ok(level > 1 && level <= before + 1, `${level} follows ${before} among the headings of ${path}`)
      return level
    }, 1)
  }
})

test('the changelog works without a script, up to the comparison', { skip }, async () => {
  const { page, faults } = await look('/changelog', { viewport: narrow, javaScriptEnabled: false })
  const breaking = releases.flatMap(({ changes }) => changes).filter((change) => change.breaking)
  const lines = await page.locator('.tag.breaks').allInnerTexts()
  assert.ok(lines.length > 0 && lines.length <= breaking.length)
  assert.equal(new Set(lines).size, 1)
  await page.getByLabel('From').selectOption('0.0.0')
  await page.getByLabel('To').selectOption('0.1.0')
  await press(page, 'Compare')
  await page.waitForURL('**/changelog/compare?from=0.0.0&to=0.1.0&only=')
  assert.equal(await page.locator('h1').innerText(), 'Interface 0.0.0 to 0.1.0')
  await follow(page, 'All releases')
  const change = page.locator('.places a').last()
  const fragment = (await change.getAttribute('href'))?.split('#')[1]
  await change.click()
  assert.equal(await page.locator(':target').getAttribute('id'), fragment)
  assert.deepEqual(faults, [])
})

test('the reference lists every operation, with a script and without, and fits both screens', {
  skip,
}, async () => {
  const { body } = await get({ address }, '/openapi.json')
  const count = Object.values<object>(body.paths).flatMap((path) => Object.keys(path)).length
  const plain = await look('/docs', { viewport: narrow, javaScriptEnabled: false })
  assert.equal(await plain.page.locator('.operations dt:visible').count(), count)
  const { page, faults } = await look('/docs', { viewport: tall, colorScheme: 'dark' })
  const operations = page.locator('.opblock')
  await operations.nth(count - 1).waitFor()
  assert.equal(await operations.count(), count)
  await operations.filter({ hasText: 'Sign in, or refresh' }).locator('button').first().click()
  await page.getByText('Login succeeded.').waitFor()
  await assertFits(page)
  await follow(page, 'Changelog')
  await page.waitForURL('**/changelog')
  await follow(page, 'API reference')
  await page.waitForURL('**/docs')
  assert.deepEqual(faults, [])
})

test('the reference for operators is drawn likewise, from a document of its own', { skip }, async () => {
  const { body } = await get({ address }, '/admin/openapi.json')
  const count = Object.values<object>(body.paths).flatMap((path) => Object.keys(path)).length
  const { page, faults } = await look('/docs/admin', { viewport: tall })
  const operations = page.locator('.opblock')
  await operations.nth(count - 1).waitFor()
  assert.equal(await operations.count(), count)
  await operations.filter({ hasText: 'Block an account' }).locator('button').first().click()
  await page.getByText('It is blocked.').waitFor()
  await assertFits(page)
  assert.deepEqual(faults, [])
})

test('the words of the reference are legible by day and by night', { skip }, async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await look('/changelog', { viewport: wide, colorScheme })
    const faint = await page.evaluate<string[]>(faintWords)
    assert.deepEqual(faint, [], colorScheme)
  }
})

test('keyboard users see the focus, and can skip the header', { skip }, async () => {
  const { page } = await look('/changelog', { viewport: wide })
  await page.keyboard.press('Tab')
  const skipLink = page.getByRole('link', { name: 'Skip to content' })
  assert.ok((await skipLink.boundingBox())!.y >= 0)
  await page.keyboard.press('Tab')
  const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')
  assert.equal(outline, 'solid')
})
