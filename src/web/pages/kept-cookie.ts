import { cookieNotKept } from '../../platform/errors.ts'
import { day } from '../../platform/seconds.ts'
import type { HostedPage, Visit } from './hosted-page.ts'

/** Sets a cookie on a page whose forms take one. */
export const tryCookies = ({ cookies }: Visit, { isEntry }: HostedPage): void => {
  if (isEntry && cookies.read('kept') === undefined) cookies.write('kept', 'yes', day)
}

/**
 * A browser that keeps none would be signed in over and over, and never know. It got one with the page that the form is from.
 * @throws 400
 */
export const requireCookies = ({ cookies }: Visit, { isEntry }: HostedPage): void => {
  if (isEntry && cookies.read('kept') === undefined) throw cookieNotKept()
}
