import { timingSafeEqual } from 'node:crypto'
import { challenges } from '../../flows/sign-in/second-step/challenge.ts'
import { hmacSha256 } from '../../platform/crypto/hmac.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { forgottenLink, outdatedForm } from '../../platform/errors.ts'
import { type Html, html } from '../../platform/html.ts'
import { claimedVisit } from '../../sessions/authenticate-visit.ts'
import { readEnrolmentChallenge } from '../../sessions/challenges/enrolment.ts'
import type { CookieName, Visit } from './hosted-page.ts'
import type { Realm } from './realm.ts'

export type Seen = Pick<Visit, 'deps' | 'cookies' | 'subject'> & { realm: Pick<Realm, 'kind'> }

/**
 * Belongs in each form: whom or what the page was shown for. All tabs share the cookies, and another tab may have
 * signed in somebody else since, or opened another link.
 */
export const subjectField = (seen: Seen): Html | undefined => {
  const subject = subjectOf(seen)
  if (!subject) return
  const digest = digestOf(seen.deps.keys[0], subject).toString('base64url')
  return html`<input type="hidden" name="subject" value="${digest}">`
}

/** Without anybody to act for, the act itself fails. @throws 409 for any other subject */
export const requireSubject = (seen: Seen, sent: string | undefined): void => {
  const subject = subjectOf(seen)
  if (!subject) {
    // its cookie expired, or it was used, or another link of the kind was opened since: this one may still work
    if (sent !== undefined && isOfLink(seen)) throw forgottenLink()
    return
  }
  const given = Buffer.from(sent ?? '', 'base64url')
  const digests = seen.deps.keys.map((keys) => digestOf(keys, subject))
  if (!digests.some((digest) => digest.length === given.length && timingSafeEqual(digest, given)))
    throw outdatedForm()
}

const subjectOf = (seen: Seen): string | undefined => {
  const { subject } = seen
  if (!subject) return
  // a sign-in ends the pending one, and its cookie with it
  const who = whoIn(seen, subject) ?? (isOfLink(seen) ? undefined : whoIn(seen, 'account'))
  // a form of the pages is none of the console's
  const realm = seen.realm.kind === 'page' ? '' : `${seen.realm.kind} `
  return who && `${realm}${subject} ${who}`
}

const isOfLink = ({ subject }: Seen): boolean => subject?.startsWith('link-') === true

/** The account, which stays the same when somebody signs in again, or the link. */
const whoIn = ({ deps, cookies, realm }: Seen, cookie: CookieName): string | undefined => {
  const value = cookies.read(cookie)
  return value && (ownerIn[cookie]?.(deps, value, realm.kind)?.userId ?? value)
}

const ownerIn: Partial<
  Record<
    CookieName,
    (deps: Visit['deps'], value: string, kind: Realm['kind']) => { userId: string } | undefined
  >
> = {
  account: claimedVisit,
  step: (_, challenge) => challenges.read(challenge),
  enrolment: (_, challenge) => readEnrolmentChallenge(challenge),
}

const digestOf = (keys: Keys, subject: string): Buffer => hmacSha256(keys.form, Buffer.from(subject))
