/** What a route promises beside its path: `contract/openapi.json` is made of these. */
export type Operation = {
  summary: string
  description?: string
  /** JSON Schema of the request body. */
  body?: object
  isBodyOptional?: boolean
  /** By status: what it means, and the type of the contract that it carries, if any. */
  answers: Record<number, readonly [meaning: string, type?: AnswerType]>
  /** Which refusals it has of its own. What any route may answer need not be said. */
  refusals?: readonly number[]
  /** Whether it wants an access token. */
  secured?: boolean
  /** What its query may hold: what each parameter is for. */
  query?: Record<string, string>
  /** For the browser itself: it sends it elsewhere with a 302, and says no in a line of plain text, or by a page. */
  isForBrowsers?: boolean | 'page'
  /** What its form may hold. */
  form?: Record<string, string>
}

/** A type of `contract/wire.ts`, a list of one, or a choice of several. */
export type AnswerType =
  | 'TokenPair'
  | 'Account'
  | 'AccountDeletion'
  | 'AccountExport'
  | 'EventPage'
  | 'MailPage'
  | 'Session[]'
  | 'Enrolment'
  | 'BackupCodes'
  | 'TwoFactorRemoval'
  | 'TwoFactorSettings'
  | 'TwoFactorRequired | EmailUnverified'
  | 'ReauthenticationRequired'
  | 'Refusal'
  | 'Refusal | WrongCode'
  | 'SignInProvider[]'
  | 'LinkedIdentity'
  | 'LinkedIdentity[]'
  | 'LinkStart'
  | 'Health'
  | 'InterfaceChangelog'
  | 'OpenApi'
  | keyof typeof mediaTypes

/** What is not JSON, or has a type of its own: a page, a feed, a file of whatever type. */
export const mediaTypes = {
  Html: 'text/html',
  Rss: 'application/rss+xml',
  Atom: 'application/atom+xml',
  JsonFeed: 'application/feed+json',
  File: '*/*',
} as const

/** Route options that say what the route promises. */
export const documented = (operation: Operation): { config: { operation: Operation } } => ({
  config: { operation },
})
