import { cookieNotKept } from '../../platform/errors.ts'
import { day } from '../../platform/seconds.ts'
import type { HostedPage, Visit } from './hosted-page.ts'

/** Sets a cookie on a page whose forms require one. */
export const tryCookies = ({ cookies }: Visit, { isEntry }: HostedPage): void => {
  if (isEntry && cookies.read('kept') === undefined) cookies.write('kept', 'yes', day)
}

/**
 * A browser without cookies would be signed in again and again without knowing. It got one with the form's page.
 * @throws 400
 */
export const requireCookies = ({ cookies }: Visit, { isEntry }: HostedPage): void => {
  if (isEntry && cookies.read('kept') === undefined) throw cookieNotKept()
}
