import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { longHistory, newChange, newRelease } from '../../packages/openapi-changelog/test/releases.ts'
import { assertAccessible } from '../support/axe.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { follow } from '../support/on-pages.ts'
import { sharedService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const skip = withoutBrowser
const service = skip ? undefined : await sharedService()
const open = skip ? undefined : await startBrowser()

// one release of each length
const long = longHistory(4)
const histories = {
  long,
  single: [newRelease('1.0.0', { date: '2026-03-01', changes: [newChange()] })],
  none: [],
}
const pagesOf = {
  long: [
    '/changelog',
    '/changelog?only=breaking',
    '/changelog/4.0.0',
    '/changelog/compare?from=3.0.0&to=4.0.0',
  ],
  single: ['/changelog', '/changelog?only=breaking', '/changelog/1.0.0'],
  none: ['/changelog', '/changelog?only=breaking'],
}
const addressOf = async (size: keyof typeof histories) =>
  (await startVariant(service!, { published: { releases: async () => histories[size] } })).address

const looks = [320, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

/** `SCREENSHOTS` names a folder to keep what it looks like: the first screens, because all of it is too long to look at. */
const keep = async (page: Page, name: string) => {
  if (!process.env.SCREENSHOTS) return
  const clip = { x: 0, y: 0, width: page.viewportSize()!.width, height: 2600 }
  await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true, clip })
}

for (const size of ['long', 'single', 'none'] as const)
  for (const path of pagesOf[size])
    test(`${size}: ${path} is accessible, on a phone and a desk, by day and by night`, {
      skip,
    }, async () => {
      const address = await addressOf(size)
      for (const { width, colorScheme } of looks) {
        const viewport = { width, height: 900 }
        const { page, faults } = await open!(address + path, { viewport, colorScheme })
        const name = `${size}${path.replaceAll(/\W+/g, '-')}-${width}-${colorScheme}`
        await keep(page, name)
        await page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
        await keep(page, `${name}-unfolded`)
        await assertAccessible(page, name)
        assert.deepEqual(faults, [], name)
        await page.context().close()
      }
    })

// axe needs timers, which a page without scripts has not: so it gets what such a browser shows, and the viewer is left out
test('the reference without a script is accessible, on a phone and a desk, by day and by night', {
  skip,
}, async () => {
  for (const { width, colorScheme } of looks) {
    const viewport = { width, height: 900 }
    const { page, faults } = await open!(`${service!.address}/changelog`, { viewport, colorScheme })
    await page.route('**/docs', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      const body = text.replaceAll(/<script\b.*?<\/script>/gs, '').replaceAll(/(<\/?)noscript>/g, '$1div>')
      await route.fulfill({ response, body })
    })
    await page.goto(`${service!.address}/docs`)
    const name = `docs-without-script-${width}-${colorScheme}`
    await keep(page, name)
    assert.ok((await page.locator('.operations dt:visible').count()) > 100, name)
    assert.equal(await page.locator('script').count(), 0, name)
    await assertAccessible(page, name)
    assert.deepEqual(faults, [], name)
    await page.context().close()
  }
})

test('without a script, lists unfold, an address opens its folded part, and breaking changes can be filtered', {
  skip,
}, async () => {
  const address = await addressOf('long')
  const { page, faults } = await open!(`${address}/changelog`, {
    viewport: { width: 1280, height: 900 },
    javaScriptEnabled: false,
  })
  const folded = page.locator('details.area:not([open])').first()
  const place = folded.locator('.places a').first()
  assert.equal(await place.isVisible(), false)
  const id = await folded.locator('.places li[id]').first().getAttribute('id')
  await folded.locator('summary').click()
  assert.equal(await page.locator(`#${CSS(id)} a`).isVisible(), true)
  await page.goto(`${address}/changelog#${id}`)
  assert.equal(await page.locator(':target a').isVisible(), true)
  await follow(page, 'Breaking only')
  await page.waitForURL('**/changelog?only=breaking')
  assert.equal(await page.locator('.change').count(), await page.locator('.tag.breaks').count())
  assert.equal(await page.locator('.filter a[aria-current]').innerText(), 'Breaking only')
  assert.deepEqual(faults, [])
})

test('on paper everything is unfolded, and navigation is left out', { skip }, async () => {
  const { page } = await open!(`${await addressOf('long')}/changelog`, {
    viewport: { width: 1280, height: 900 },
  })
  const shown = () =>
    page.evaluate<boolean[]>(
      `[...document.querySelectorAll('.group')].map((group) => group.checkVisibility())`,
    )
  assert.ok((await shown()).includes(false))
  await page.emulateMedia({ media: 'print' })
  assert.ok(!(await shown()).includes(false))
  for (const left of ['.top nav', '.feeds', '.compare', '.filter'])
    assert.equal(await page.locator(left).first().isVisible(), false, left)
})

/** A version begins with a digit, which no name in a selector does. */
function CSS(id: string | null): string {
  return (id ?? '').replace(/^\d/, (digit) => `\\3${digit} `).replaceAll('.', '\\.')
}
