/** A route's promises, from which `contract/openapi.json` is generated. */
export type Operation = {
  summary: string
  description?: string
  /** JSON Schema of the request body. */
  body?: object
  isBodyOptional?: boolean
  /** Nothing of the body is stored, so it may hold text that PostgreSQL cannot. */
  isBodyUnstored?: boolean
  /** By status: its meaning, and the contract's type of the body, if any. */
  answers: Record<number, readonly [meaning: string, type?: AnswerType]>
  /** Statuses beyond those that every route may answer with. */
  refusals?: readonly number[]
  /** By an access token, unless by a service key. */
  secured?: boolean | 'optionally' | 'serviceKey'
  query?: Record<string, string>
  /** Of its address, if that is not ours to keep short. */
  maxUrlBytes?: number
  /** Visited by browsers: redirects, or refuses with plain text or a page. */
  isForBrowsers?: boolean | 'page'
  form?: Record<string, string>
}

/** A type of `contract/wire.ts`, a list of one, a choice of several, or a page for browsers. */
export type AnswerType =
  | 'TokenPair'
  | 'EmailCodeChallenge'
  | 'Account'
  | 'AccountDeletion'
  | 'AccountExport'
  | 'EventPage'
  | 'MailPage'
  | 'Session[]'
  | 'TrustedDevice[]'
  | 'Enrolment'
  | 'BackupCodes'
  | 'Authenticator'
  | 'Authenticator[]'
  | 'Passkey[]'
  | 'PasskeyRequest'
  | 'PasskeyCreation'
  | 'PasskeySignals'
  | 'AddedPasskey'
  | 'ChangedPasskey'
  | 'RelatedOrigins'
  | 'TwoFactorRemoval'
  | 'TwoFactorSettings'
  | 'TwoFactorRequired | TwoFactorEnrolmentRequired | EmailUnverified'
  | 'TwoFactorEnrolmentRequired | Refusal'
  | 'EnrolledSignIn'
  | 'CompletedSignIn'
  | 'ReauthenticationRequired'
  | 'FactorRequired | ReauthenticationRequired'
  | 'Refusal'
  | 'Refusal | WrongCode'
  | 'SignInProvider[]'
  | 'LinkedIdentity'
  | 'LinkedIdentity[]'
  | 'LinkStart'
  | 'StayingThing[]'
  | 'Health'
  | 'ActiveToken | InactiveToken'
  | 'Introspections'
  | 'KeyRefusal'
  | 'FeedPage or EventStream'
  | 'AdminUser'
  | 'AdminUserPage'
  | 'AdminRefusal'
  | 'AdminRefusal[]'
  | 'AdminWait[]'
  | 'AdminExport'
  | 'ActPage'
  | 'AdminEventPage'
  | 'Overview'
  | 'AdminMailPage'
  | 'ImportResults'
  | 'ServiceKey[]'
  | 'ConsoleOperator[]'
  | 'Webhook'
  | 'Webhook[]'
  | 'AddedWebhook'
  | 'WebhookSecret'
  | 'WebhookTest'
  | 'WebhookAttemptPage'
  | 'WebhookReplay'
  | 'Directory or Html'
  | 'InterfaceChangelog'
  | 'OpenApi'
  | keyof typeof mediaTypes

export const mediaTypes = {
  Html: 'text/html',
  Markdown: 'text/markdown',
  Text: 'text/plain',
  Rss: 'application/rss+xml',
  Atom: 'application/atom+xml',
  JsonFeed: 'application/feed+json',
  File: '*/*',
  EventStream: 'text/event-stream',
} as const

export const documented = (operation: Operation): { config: { operation: Operation } } => ({
  config: { operation },
})
