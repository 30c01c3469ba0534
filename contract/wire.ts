/** Everything that travels over the wire, in one place: the service answers with these types and clients read them. */

/**
 * An instant, ISO 8601 in UTC with milliseconds: `2026-03-05T09:30:00.000Z`.
 * @format date-time
 */
export type Instant = string

/**
 * A version-7 UUID in lower case (RFC 9562 §5.7).
 * @format uuid
 */
export type Id = string

/**
 * What this version knows of an open enum. Others may come with any release, and clients have to expect a value that they
 * do not know.
 */
export type Known<Values extends string> = Values extends unknown
  ? string extends Values
    ? never
    : Values
  : never

/** One bearer token (RFC 6750) and what is known of it. */
export type Token = {
  type: 'bearer'
  name: string | null
  /** Opaque to clients. Access tokens begin with `sp_at_`, refresh tokens with `sp_rt_`. */
  token: string
  /** `["*"]` means all abilities. */
  abilities: string[]
  /** A new token's time of issue. */
  lastUsedAt: Instant
  expiresAt: Instant
}

/** What a complete sign-in is answered with. */
export type TokenPair = {
  accessToken: Token
  refreshToken: Token
}

/** One thing that is wrong with a request body; a 422 is an array of these. */
export type FieldError = {
  message: string
  /** The rule that failed, for example `required`, `email`, `minLength`, `confirmed`, `database.unique`. */
  rule: string
  /** The body's field that failed; empty when the body as a whole is wrong. */
  field: string
  /** More about the rule. With `confirmed` it has `otherField`: the field that this one must match. */
  meta?: { otherField?: string; [more: string]: unknown }
}

/**
 * Ways in which the service says no, apart from a 422. Stable: clients may switch over them, with a default for those
 * that are still to come.
 */
export type RefusalCode =
  | 'bad_request'
  | 'invalid_credentials'
  | 'two_factor_required'
  | 'email_unverified'
  | 'invalid_challenge'
  | 'wrong_code'
  | 'invalid_code'
  | 'already_configured'
  | 'not_started'
  | 'not_configured'
  | 'reauthentication_required'
  | 'identity_taken'
  | 'already_linked'
  | 'last_way_in'
  | 'already_verified'
  | 'cross_site'
  | 'unauthorized'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'payload_too_large'
  | 'uri_too_long'
  | 'unsupported_media_type'
  | 'too_many_attempts'
  | 'headers_too_large'
  | 'internal_error'
  | 'unavailable'
  | (string & {})

/** Every refusal but a 422. */
export type Refusal = {
  /** For people. Switch over `code` instead. */
  message: string
  code: RefusalCode
}

/** A way to prove the second factor. Others may come: pass over those that the application has no form for. */
export type FactorMethod = 'totp' | 'backup_code' | (string & {})

/** The first factor of a sign-in was right, and the account has a second: no tokens yet. */
export type TwoFactorRequired = {
  message: string
  code: 'two_factor_required'
  /** Opaque. Goes back to `POST /auth/token` with `grant_type: "two_factor"`, once, with one of `methods` and its code. */
  challenge: string
  methods: FactorMethod[]
  expiresAt: Instant
}

/** The password was right, and nobody has confirmed yet that the address is theirs: no tokens before. */
export type EmailUnverified = {
  message: string
  code: 'email_unverified'
}

/** A second factor's code was not right. */
export type WrongCode = {
  message: string
  code: 'wrong_code'
  /** How many more codes are looked at before a wait, or before the sign-in must begin again. */
  attemptsLeft: number
}

/**
 * What is asked for needs a proof of identity that is not older than 15 minutes. Where the account has a second factor,
 * that has to have been proven again since the sign-in.
 */
export type ReauthenticationRequired = {
  message: string
  code: 'reauthentication_required'
  /** What renews it, by `POST /auth/proof`: any one of these. Empty: only a new sign-in does. */
  methods: string[]
}

/** A second factor that is being set up: show it to the person once, it is never told again. */
export type Enrolment = {
  /** Base32 (RFC 4648 §6), for typing. */
  secret: string
  /** `otpauth://totp/…`, for authenticator apps. */
  uri: string
  /** The same as an image: an SVG data URI. */
  qr: string
  expiresAt: Instant
}

/** Ten codes, each good for one sign-in without the authenticator. Never told again. */
export type BackupCodes = {
  backup: string[]
}

/** The state of an account's second factor. */
export type TwoFactorSettings = {
  enabled: boolean
  confirmedAt: Instant | null
  /** What answers a challenge at present. */
  methods: FactorMethod[]
  backupCodesLeft: number
  /** Until when the enrolment that was begun can be confirmed. */
  pendingUntil: Instant | null
  /** When the factor will be removed, because whoever proved password and mailbox asked for it. */
  removesAt: Instant | null
}

/** When a lost second factor will be removed, unless somebody stops that. */
export type TwoFactorRemoval = {
  removesAt: Instant
}

/** A bug in the service: nothing about it but the id under which the operator finds it in the log. */
export type InternalError = {
  message: string
  code: 'internal_error'
  requestId: string
}

/** A user account, as its owner sees it. */
export type Account = {
  id: Id
  /** As the owner typed it. */
  email: string
  emailVerified: boolean
  createdAt: Instant
  twoFactor: {
    enabled: boolean
    backupCodesLeft: number
  }
}

/** One sign-in that is still alive. */
export type Session = {
  id: Id
  /** Whether the request that asks was made with this session. */
  current: boolean
  createdAt: Instant
  /** Exact to a minute. */
  lastUsedAt: Instant
  /** When the session ends unless it is refreshed before. */
  expiresAt: Instant
  userAgent: string | null
  /** The address that signed in; `unknown` over a unix socket. */
  ip: string
  /** How the person proved who they are: `password`, a provider's name, `totp`, `backup_code`. */
  methods: string[]
}

/** When a closed account will be gone. A sign-in before that keeps it. */
export type AccountDeletion = {
  deletesAt: Instant
}

/** Something that happened to an account. */
export type AccountEvent = {
  /** Rises with time. */
  id: string
  at: Instant
  /** For example `session.opened`, `sign_in.refused`, `password.changed`. New ones may come. */
  type: string
  outcome: 'success' | 'refused'
  sessionId: Id | null
  /** The address that asked. */
  ip: string | null
  /** What else is known of it, by type. Holds no secret. */
  detail: Record<string, unknown>
}

/** Events, the newest first. */
export type EventPage = {
  events: AccountEvent[]
  /** The `cursor` of the next page; null on the last. */
  next: string | null
}

/** A mail to the owner of an account. */
export type AccountMail = {
  name: string
  email: string
  createdAt: Instant
  /** Null while it is under way. */
  outcome: string | null
}

/** Mails, the newest first. */
export type MailPage = {
  mails: AccountMail[]
  /** The `cursor` of the next page; null on the last. */
  next: string | null
}

/** Everything that the service holds about a person, but for what only proves who they are. */
export type AccountExport = {
  id: Id
  email: string
  emailVerified: boolean
  createdAt: Instant
  twoFactor: TwoFactorSettings
  /** `subject` is what the provider calls them by. */
  identities: { provider: string; subject: string; email: string | null; linkedAt: Instant }[]
  sessions: Session[]
  /** Where they signed in from within 30 days; the network where it is IPv6. */
  knownAddresses: { ip: string; seenAt: Instant }[]
  /** What the account was known by until lately, and until when the change can be undone. */
  formerEmails: { email: string; changedAt: Instant; undoUntil: Instant }[]
  /** Links that were mailed and still do something. */
  links: { kind: string; email: string; expiresAt: Instant }[]
  /** What was mailed within about a week, the newest thousand; `outcome` is null while it is under way. */
  mails: { name: string; email: string; createdAt: Instant; outcome: string | null }[]
  /** The `cursor` under which `GET /users/{id}/mails` has the older ones; null when these are all. */
  nextMails: string | null
  /** What is counted, so that nobody tries without end. */
  attempts: { kind: string; count: number; lastAt: Instant }[]
  /** The newest thousand. */
  events: AccountEvent[]
  /** The `cursor` under which `GET /users/{id}/events` has the older ones; null when these are all. */
  nextEvents: string | null
}

/** Another service that people can sign in with. */
export type SignInProvider = {
  /** As it stands in paths and in a session's `methods`. */
  id: string
  /** For people. */
  name: string
}

/**
 * Why a sign-in with another provider ended without a code: the `error` that `redirect_uri` gets, beside an
 * `error_description` for people. RFC 6749 §4.1.2.1, two of our own, and others to come.
 */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'
  /** The address has an account, and the provider did not prove the address. */
  | 'account_exists'
  /** The provider told no address. */
  | 'email_required'
  | (string & {})

/** Somebody at another provider who is linked to an account, and can sign in to it. */
export type LinkedIdentity = {
  provider: string
  /** As the provider told it when it was linked. */
  email: string | null
  linkedAt: Instant
}

/** A link that was begun: send the owner's browser to `url`. */
export type LinkStart = {
  /** Good once. */
  url: string
  expiresAt: Instant
}

/** Whether the service can do its work. */
export type Health = {
  status: 'ok'
}

/**
 * A day, `2026-03-05`.
 * @format date
 */
export type Day = string

/** Every release of the interface, the newest first. */
export type InterfaceChangelog = {
  releases: InterfaceRelease[]
}

/** One release, and how the interface differs from the one before. */
export type InterfaceRelease = {
  date: Day
  version: string
  branch: string
  /** Those that break something first. */
  changes: InterfaceChange[]
}

/** One structural change of the interface. */
export type InterfaceChange = {
  kind: 'added' | 'removed' | 'modified'
  /** What it is about: `POST /auth/token · request.body.code`. */
  target: string
  /** The operation that it belongs to, if it belongs to one. */
  operation?: string
  /** The operations that share it, if several do. */
  operations?: string[]
  /** JSON pointer (RFC 6901) into the newer document, or into the older one for what was removed. */
  path: string
  /** Stable id of the rule by which it was judged. */
  rule: string
  /** Whether a client that kept to the release before may stop working. */
  breaking: boolean
  /** One sentence. */
  reason: string
  /** Whether an earlier release had already marked it as deprecated. */
  deprecatedBefore: boolean
  /** Why it was let through although it breaks something, where that was written down. */
  accepted?: string
}
