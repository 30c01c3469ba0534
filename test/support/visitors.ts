import assert from 'node:assert/strict'
import { type Browser, type Landing, newBrowser, subjectIn } from './browser.ts'
import { appUrl } from './federation.ts'
import { type Credentials, register } from './people.ts'
import { appOf, type Guarded } from './second-factor.ts'
import type { TestService } from './service.ts'

type At = Pick<TestService, 'address' | 'clock'>

export const titleOf = ({ text }: Landing): string | undefined =>
  /<h1>(.*?)<\/h1>/.exec(text)?.[1]?.replaceAll('&#39;', "'")
export const newsIn = ({ text }: Landing): string | undefined => /role="status">(.*?)</.exec(text)?.[1]
export const problemIn = ({ text }: Landing): string | undefined =>
  /(?:class="wrong" id="[^"]*"|role="alert"[^>]*)>(.*?)</.exec(text)?.[1]?.trim()

/** That of an app that is being set up. */
export const secretIn = ({ text }: Landing): string =>
  /class="secret">(.*?)</.exec(text)?.[1]?.replaceAll(' ', '') ?? ''

/** The fields that a page sends again with a second factor: none on another page. */
export const carriedIn = ({ text }: Landing): Record<string, string> => {
  if (!text.includes('name="along"')) return {}
  const plain = (value: string) => value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
  return Object.fromEntries(
    [...text.matchAll(/name="(act|name|along)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      plain(value!),
    ]),
  )
}

const appSite = new URL(appUrl).origin

/** People at the hosted pages of a service. */
export const visitorsOf = (service: At) => {
  const at = (path: string) => `${service.address}/account${path}`

  /** Presses a button of a page opened earlier, whatever has changed since. */
  const press = async (
    browser: Browser,
    path: string,
    form: Record<string, string> = {},
  ): Promise<Landing> => {
    const now = await browser.open(at(path))
    const page = subjectIn(now.text).subject ? now : await browser.open(at('/sign-out'), appSite)
    return browser.submit({ ...page, url: new URL(at(path)) }, form, appSite)
  }

  const cookieOf = (browser: Browser, name = 'account') =>
    browser.cookies.get(service.address)?.get(`sallyport-${name}`)

  /** A browser in which somebody is signed in on the pages. */
  const visitorOf = async ({ email, password }: Credentials, browser = newBrowser()) => {
    const page = await press(browser, '/sign-in', { email, password })
    assert.equal(titleOf(page), 'Your account')
    return browser
  }

  /** The same for somebody with a second factor, which uses up a backup code. */
  const guardedVisitorOf = async ({ email, password, backup }: Guarded) => {
    const browser = newBrowser()
    await press(browser, '/sign-in', { email, password })
    const page = await press(browser, '/second-step?method=backup_code', { code: backup.pop()! })
    assert.equal(titleOf(page), 'Your account')
    return browser
  }

  const newcomer = async () => {
    const person = await register(service)
    return { person, browser: await visitorOf(person) }
  }

  /** Begins to set up two-factor. */
  const setUp = async (browser: Browser) => {
    const page = await press(browser, '/two-factor/set-up', { act: 'begin' })
    return { page, app: appOf(service, secretIn(page)) }
  }

  return { at, press, cookieOf, visitorOf, guardedVisitorOf, newcomer, setUp }
}
