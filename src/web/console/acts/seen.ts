import { timingSafeEqual } from 'node:crypto'
import { hmacSha256 } from '#platform/crypto/hmac.ts'
import type { Keys } from '#platform/crypto/keys.ts'
import { outdatedForm } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../../pages/hosted-page.ts'

/** Belongs in a form about something: what it was when the page was shown. */
export const seenField = ({ deps }: Visit, state: object): Html =>
  html`<input type="hidden" name="seen" value="${digestOf(deps.keys[0], state).toString('base64url')}">`

/** @throws 409 if it is another one, or has changed since */
export const requireSeen = ({ deps }: Visit, state: object, sent: string | undefined): void => {
  const given = Buffer.from(sent ?? '', 'base64url')
  const isSame = deps.keys.some((keys) => {
    const digest = digestOf(keys, state)
    return digest.length === given.length && timingSafeEqual(digest, given)
  })
  if (!isSame) throw outdatedForm()
}

const digestOf = (keys: Keys, state: object) =>
  hmacSha256(keys.form, Buffer.from(`console ${JSON.stringify(state)}`))
