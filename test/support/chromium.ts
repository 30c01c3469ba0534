import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core'

/** Where a system keeps its browser, or `CHROMIUM` says. Nothing is downloaded. */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
export const browserPath = [
  process.env.CHROMIUM ?? '',
  ...(process.env.PATH ?? '').split(':').flatMap((folder) => names.map((name) => join(folder, name))),
].find((path) => path !== '' && existsSync(path))

/** Why there is no browser, if so. */
export const withoutBrowser =
  browserPath === undefined && '*** CHROMIUM IS NOT INSTALLED: apt-get install chromium ***'

/** A page, and everything that went wrong in it. */
export type Looked = { page: Page; faults: string[] }

/** Starts the browser, which ends with the test file. @returns opens an address in a window of its own */
export const startBrowser = async (): Promise<
  (address: string, options?: BrowserContextOptions) => Promise<Looked>
> => {
  // a sandbox needs rights that a container does not give; all pages are our own
  const browser: Browser = await chromium.launch({ executablePath: browserPath!, chromiumSandbox: false })
  after(() => browser.close())
  return async (address, options = {}) => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const faults: string[] = []
    // a policy's violations are reported here, too
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`))
    page.on('requestfailed', (request) => {
      if (!gaveWay(page, request)) faults.push(`not loaded: ${request.url()}`)
    })
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (protocol !== 'data:' && origin !== new URL(address).origin) faults.push(`asked ${request.url()}`)
    })
    await page.goto(address)
    return { page, faults }
  }
}

/** Whether it is a page replaced by the next one, a download, or a page's icon, which nothing waits for. */
const gaveWay = (page: Page, request: Request): boolean => {
  const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame()
  // a browser asks for icons by itself
  const isIcon = request.resourceType() === 'other'
  return (isPage || isIcon) && request.failure()?.errorText === 'net::ERR_ABORTED'
}
