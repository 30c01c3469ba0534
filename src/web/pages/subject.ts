import { timingSafeEqual } from 'node:crypto'
import { hmacSha256 } from '../../platform/crypto/hmac.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { outdatedForm } from '../../platform/errors.ts'
import { type Html, html } from '../../platform/html.ts'
import type { CookieName, Visit } from './hosted-page.ts'

type Seen = Pick<Visit, 'deps' | 'cookies' | 'subject'>

/**
 * Belongs into each form: what the page was shown for. All tabs of a browser share its cookies, and another tab may have
 * signed in somebody else since, or opened another link.
 */
export const subjectField = ({ deps, cookies, subject }: Seen): Html | undefined => {
  const value = subject && cookies.read(subject)
  if (!value) return
  const digest = digestOf(deps.keys[0], subject, value).toString('base64url')
  return html`<input type="hidden" name="subject" value="${digest}">`
}

/** Without the cookie there is nobody to act for, which the act itself finds. @throws 409 for any other subject */
export const requireSubject = ({ deps, cookies, subject }: Seen, sent: string | undefined): void => {
  const value = subject && cookies.read(subject)
  if (!value) return
  const given = Buffer.from(sent ?? '', 'base64url')
  const digests = deps.keys.map((keys) => digestOf(keys, subject, value))
  if (!digests.some((digest) => digest.length === given.length && timingSafeEqual(digest, given)))
    throw outdatedForm()
}

// a cookie keeps its value for as long as it stands for the same visit, sign-in or link
const digestOf = (keys: Keys, cookie: CookieName, value: string): Buffer =>
  hmacSha256(keys.form, Buffer.from(`${cookie} ${value}`))
