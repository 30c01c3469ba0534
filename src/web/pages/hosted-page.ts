import type { FieldError } from '#contract/wire.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import type { Refused } from '../../platform/errors.ts'
import type { BodyShape } from '../../platform/exact.ts'
import type { Visitor } from '../../sessions/authenticate-visit.ts'
import type { SessionKey } from '../../sessions/queries/sessions.ts'
import type { View } from './page.ts'
import type { Realm } from './realm.ts'
import type { PageWords } from './words.ts'

/**
 * `account`: who is signed in. `step`: a sign-in that waits for its second factor. `enrolment`: one that waits for the setup
 * of a second factor. `email-code`: one that waits for a mailed code. `app`: what an app is being set up with. `no-offer`: no passkey is to be offered in
 * this browser for now. `shown`: opens the page that a form was answered with.
 * `device`: skips the second step of sign-ins in this browser. `kept`: says that cookies are kept. `from`: the application
 * that somebody was led on to. `language`: what somebody chose on a page. `way`: which way in was used last. The others are
 * about one page.
 */
export type CookieName =
  | 'account'
  | 'step'
  | 'enrolment'
  | 'email-code'
  | 'app'
  | 'no-offer'
  | 'shown'
  | 'device'
  | 'kept'
  | 'from'
  | 'language'
  | 'way'
  | 'hint'
  | 'provider'
  | 'codes'
  | 'closed'
  | `link-${string}`

/** One request of a browser. */
export type Visit = {
  deps: Deps
  realm: Realm
  client: Client
  words: PageWords
  /** Its parameters. @throws 400 if one is repeated */
  query: Readonly<Record<string, string>>
  cookies: {
    read(name: CookieName): string | undefined
    write(name: CookieName, value: string, seconds: number): void
    drop(name: CookieName): void
  }
  /** The person who is signed in, looked up on the first call together with what a page `reads`. */
  visitor(reads?: Reads): Promise<Visitor | undefined>
  /** Of the visitor, as soon as that is known. */
  userId: string | undefined
  /** Read together with the visitor, or now. @throws 401 if nobody is signed in */
  read<Found>(reads: Reads<Found>): Promise<Found>
  /** The address of one of our pages. */
  at(path: string, query?: Readonly<Record<string, string | undefined>>): string
  /** Whether another site's page led here. */
  isFromElsewhere: boolean
  /** Where it was sent. */
  path: string
  /** The page of ours that it was sent from, if the browser tells. */
  pageBefore: string | undefined
  /** The cookie that decides whom the page's forms act for. */
  subject: CookieName | undefined
}

/** A refused form: its input, never passwords, and its faults. */
export type Again = {
  typed: Typed
  problems: readonly FieldError[]
  refused?: Refused
}

/** A form that has not been sent yet. */
export const untouched: Again = { typed: {}, problems: [] }

/** Where a browser is sent on to (303). */
export type Onward = { to: string }

export type Outcome = View | Onward

/** Reads what a page shows of an account. It runs before the visit is proven, and its result is discarded otherwise. */
export type Reads<Found = unknown> = (runner: Runner, claimed: SessionKey, visit: Visit) => Promise<Found>

/** The fields of a form, as received. */
export type Typed = Readonly<Record<string, string>>

/** A file that a browser saves under that name, as JSON. */
export type Download = { file: string; json: object }

/** The action of a button. @throws `Refused`, which shows the page again with its words */
type Act<Body = unknown> = {
  /** @param visit the one that sends it; none for the reference */
  body?: (deps: Deps, visit?: Visit) => BodyShape<Body>
  /** Further facts for the rules of the body. */
  beside?: (visit: Visit, typed: Typed) => Promise<object>
  /** Fields that `body` does not name, for the reference. */
  others?: Record<string, string>
  run(visit: Visit, body: Body, typed: Typed): Promise<Outcome | Download>
}

export const act = <Body>(one: Act<Body>): Act => one as Act

export type HostedPage = {
  path: string
  summary: string
  query?: Record<string, string>
  /** Opening it has an effect that happens only once, so HEAD is not allowed. */
  isOnce?: boolean
  /** Its forms sign somebody in, which needs a browser that keeps cookies. */
  isEntry?: boolean
  /** Only for people who are signed in: others are asked to do so first. */
  isPrivate?: boolean
  /** Also while the visit awaits a proof of its mailbox: other pages lead to the one that says so. */
  isForAwaiting?: boolean
  /** The cookie that decides whom its forms act for; `account` for private pages. */
  subject?: CookieName
  /** What the service needs for this page to exist. @throws 404 */
  needs?: (deps: Deps) => unknown
  /** The account's data for the page: one round trip with the visitor. */
  reads?: Reads
  /** Its button answers with a file of this type of the contract. */
  download?: 'AccountExport'
  view(visit: Visit, again: Again): Promise<Outcome>
  /** By the `act` of the button that was pressed; `''` for a page with one. */
  acts?: Record<string, Act>
}
