/// <reference lib="esnext.disposable" />
import type { Instant, TokenPair } from '../../contract/wire.ts'

/** A mail as tests want it: what it is, and what is in it to follow or to type. */
export type TestMail = {
  id: string
  to: string
  /** `verify-email`, `reset-password`, `sign-in-code`, `notice` … */
  kind: string
  at: Instant
  subject: string
  /** The first link that carries a token. */
  link: string | null
  code: string | null
  text: string
  html: string
}

export type WantedPerson = {
  /** One that nobody has, by default. */
  email?: string | undefined
  password?: string | undefined
  /** Whether the address is confirmed; true by default. */
  verified?: boolean | undefined
  /** `totp` by default where one is required. */
  twoFactor?: 'totp' | 'passkey' | undefined
  /** What your application knows the person by. */
  externalId?: string | undefined
}

/** Somebody with an account, who is signed in. */
export type TestPerson = {
  id: string
  email: string
  password: string
  tokens: TokenPair
  /** What the authenticator app was set up with. */
  totp?: { secret: string; uri: string }
  /** `POST /test/passkey` answers with it. */
  passkey?: { id: string }
  backup?: string[]
}

export type WantedMails = {
  to?: string | undefined
  kind?: string | undefined
  /** How many there have to be; 1 by default. */
  count?: number | undefined
  /** How long to wait for them, in seconds, 0 to 30; 5 by default. */
  wait?: number | undefined
}

export type TestFailure = ({ next: number } | { lose: 'answer' }) & {
  /** 1 by default. */
  times?: number | undefined
  /** Of paths that begin so; of all by default. */
  path?: string | undefined
}

/** What a test does with a service in test mode. Each call is one request below `/test`. */
export type TestClient = {
  /** Without a slash at the end. */
  url: string
  /** Makes somebody with an account. */
  person(wanted?: WantedPerson): Promise<TestPerson>
  /** Oldest first; fewer than wanted when time is up. */
  mails(wanted?: WantedMails): Promise<TestMail[]>
  /** The newest one. @throws if none comes */
  mail(wanted?: WantedMails): Promise<TestMail>
  /**
   * What the authenticator app of somebody shows, by id or address; the next one, if that is used.
   * @throws if the next is used, too: `advance('PT30S')`
   */
  code(person: string): Promise<string>
  /** What an app with this secret shows, in base32. */
  codeOf(secret: string): Promise<string>
  /** Moves time by a duration (`PT15M`), and does all that is due by then. @returns the new time */
  advance(duration: string): Promise<Instant>
  /** The time of the service. */
  now(): Promise<Instant>
  /** What a browser would give for these options of `navigator.credentials`. */
  passkey(options: object, more?: { origin?: string }): Promise<object>
  /** Makes a key for a service of yours. */
  serviceKey(...scopes: string[]): Promise<string>
  /** Lets the next answers fail. */
  fail(failure: TestFailure): Promise<void>
  /** As on the first day. */
  reset(): Promise<void>
}

/** A service of one's own, until it is stopped. */
export type TestService = TestClient & AsyncDisposable & { stop(): Promise<void> }

export type TestOptions = {
  /** A free one by default. */
  port?: number | undefined
  /** As for `serve`. Those that lead elsewhere are refused. */
  settings?: Readonly<Record<string, string | undefined>>
}
