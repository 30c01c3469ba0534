import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'

const folder = process.env.SCREENSHOTS

/**
 * Checks the present page in light and dark, on the narrowest screen and a wide one. `SCREENSHOTS` names a folder to keep what it looks
 * like, on a phone, too.
 */
export const look = async (page: Page, name: string): Promise<void> => {
  for (const width of [1280, ...(folder ? [375] : []), 320]) {
    await page.setViewportSize({ width, height: 640 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page, `${name} in ${colorScheme}, ${width} wide`)
      const path = join(folder ?? '', `${name}-${width}-${colorScheme}.png`)
      if (folder) await page.screenshot({ path, fullPage: true })
    }
  }
}
