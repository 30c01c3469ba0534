import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { browserPath, withoutBrowser } from '../support/chromium.ts'
import { fetchPackage } from '../support/fetched.ts'
import { freePort } from '../support/free-port.ts'
import { blocksIn, placeApplication } from '../support/guide-application.ts'

const playwright = '@playwright/test@1.65.1'
const fetched = join(
  import.meta.dirname,
  '../../node_modules/.cache/test-runners',
  playwright.replace('/', '+'),
)
const hasPlaywright = withoutBrowser === false && (await fetchPackage(playwright, fetched))

// the guide's, with the browser that is there, and the patience for a busy machine
const config = `
import guided from './guided.config.js'

const launchOptions = { executablePath: ${JSON.stringify(browserPath)}, chromiumSandbox: false }
const { webServer } = guided
export default {
  ...guided,
  webServer: { ...webServer, timeout: 240_000 },
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: { launchOptions },
}
`

test('a sign-up by a mailed code and an app passes with Playwright, on the pages', {
  skip: withoutBrowser || (!hasPlaywright && '*** PLAYWRIGHT COULD NOT BE FETCHED FROM NPM ***'),
}, async () => {
  const port = await freePort()
  const [, guided = '', signUp = ''] = blocksIn('js').map((code) => code.replaceAll('4000', `${port}`))
  const run = await placeApplication(
    { 'guided.config.js': guided, 'playwright.config.js': config, 'sign-up.spec.js': signUp },
    { '@playwright/test': join(fetched, 'node_modules/@playwright/test') },
  )
  const cli = 'node_modules/@playwright/test/cli.js'
  const report = await run(process.execPath, [cli, 'test', '--reporter=json'])
  const { expected, unexpected, flaky } = JSON.parse(report).stats
  assert.deepEqual({ expected, unexpected, flaky }, { expected: 1, unexpected: 0, flaky: 0 })
})
