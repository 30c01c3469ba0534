import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** axe-core's findings by WCAG 2.2 AA and its own best practices. */
const violationsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    // it tells the details of violations only
    // biome-ignore lint/suspicious/noExplicitAny: axe comes as a script
    const { violations } = await (globalThis as any).axe.run({ resultTypes: ['violations'] })
    return violations.map(
      // biome-ignore lint/suspicious/noExplicitAny: the same
      ({ id, nodes }: any) => `${id}: ${nodes.map(({ html }: any) => html).join(' ')}`,
    )
  })
}

export const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

/** Checks a page's accessibility, at its window's present width. */
export const assertAccessible = async (page: Page, name: string): Promise<void> => {
  assert.deepEqual(await violationsOf(page), [], name)
  assert.equal(await isWiderThanScreen(page), false, name)
}
