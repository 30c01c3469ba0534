import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { languages } from '../../src/platform/languages.ts'
import { assertAccessible, isWiderThanScreen } from '../support/axe.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { mailsIn } from '../support/every-mail.ts'

const skip = withoutBrowser
const open = skip ? undefined : await startBrowser()
const viewport = { width: 375, height: 640 }
const folder = process.env.SCREENSHOTS

for (const [colorScheme, ground] of [
  ['light', 'rgb(244, 245, 247)'],
  ['dark', 'rgb(16, 21, 29)'],
] as const)
  test(`every email is legible on a phone in ${colorScheme}`, { skip }, async () => {
    const { page, faults } = await open!('about:blank', { colorScheme, viewport })
    for (const language of languages)
      for (const [index, { subject, html }] of mailsIn(language).entries()) {
        // mail programs show it within their own page
        await page.setContent(html.replace(/<table.*<\/table>/s, '<main>$&</main>'))
        // those with links and the first notice have all that there is
        if (language === 'en' && index < 8) await assertAccessible(page, subject)
        assert.equal(await isWiderThanScreen(page), false, subject)
        assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), ground)
        if (folder)
          await page.screenshot({ path: join(folder, `${subject}-${colorScheme}.png`), fullPage: true })
      }
    assert.deepEqual(faults, [])
  })
