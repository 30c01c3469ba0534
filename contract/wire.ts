/** Every type on the wire, for the service and its clients. */

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
  /** For a new token, the time it was issued. */
  lastUsedAt: Instant
  expiresAt: Instant
}

/** The answer to a complete sign-in. */
export type TokenPair = {
  accessToken: Token
  refreshToken: Token
  /**
   * On a device that is trusted: what it sends with its next sign-in, to skip the second step. It takes the place of the one that was
   * sent with this request.
   */
  deviceToken?: string
}

/** The answer to a sign-in, which may have had a second step. */
export type CompletedSignIn = TokenPair & {
  /**
   * Ten backup codes, for a second step with `showsCodes` of somebody who has never had any, because the account was imported
   * without. Returned only once.
   */
  backup?: string[]
}

/** What a client that asked for a mailed code holds. The code is good for nothing without it. */
export type EmailCodeChallenge = {
  /** Opaque. Send it to `POST /auth/token` with `grant_type: "email_code"` and the `code` as it is typed. */
  challenge: string
  /** When the code ends, however late its email comes. */
  expiresAt: Instant
}

/** One fault in a request body; a 422 is an array of these. */
export type FieldError = {
  message: string
  /** The rule that failed, for example `required`, `email`, `minLength`, `confirmed`, `database.unique`. */
  rule: string
  /** The field that failed; empty if the body as a whole is wrong. */
  field: string
  /** More about the rule. For `confirmed`, `otherField` is the field that this one must match. */
  meta?: { otherField?: string; [more: string]: unknown }
}

/** Why a request is refused, apart from a 422. Stable: clients may switch over these. */
export type RefusalCode =
  | 'bad_request'
  | 'invalid_credentials'
  | 'two_factor_required'
  | 'two_factor_enrolment_required'
  | 'email_unverified'
  | 'registration_closed'
  | 'invalid_challenge'
  | 'wrong_code'
  | 'invalid_code'
  | 'already_configured'
  | 'not_started'
  | 'not_configured'
  | 'reauthentication_required'
  | 'factor_required'
  | 'identity_taken'
  | 'already_linked'
  | 'last_way_in'
  | 'mail_over'
  | 'too_many_authenticators'
  | 'last_authenticator'
  | 'second_factor_needed'
  | 'passkey_refused'
  | 'passkey_known'
  | 'too_many_passkeys'
  | 'already_verified'
  | 'external_id_taken'
  | 'cross_site'
  | 'outdated_form'
  | 'unauthorized'
  | 'insufficient_scope'
  | 'cursor_expired'
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

/** Any refusal except a 422. */
export type Refusal = {
  /** For people. Switch over `code` instead. */
  message: string
  code: RefusalCode
}

/** A way to prove the second factor. Others may come: pass over those that the application has no form for. */
export type FactorMethod = 'totp' | 'backup_code' | 'passkey' | (string & {})

/** The first factor was right, and a second one is required before tokens are issued. */
export type TwoFactorRequired = {
  message: string
  code: 'two_factor_required'
  /**
   * Opaque. Send it to `POST /auth/token` once, with `grant_type: "two_factor"`, one of `methods`, and its code or, for a
   * passkey, its credential.
   */
  challenge: string
  methods: FactorMethod[]
  expiresAt: Instant
}

/** A way to set up a second factor. Others may come: pass over those that the application has no form for. */
export type EnrolmentMethod = 'totp' | 'passkey' | (string & {})

/** The first factor was right, and a second one has to be set up before tokens are issued. */
export type TwoFactorEnrolmentRequired = {
  message: string
  code: 'two_factor_enrolment_required'
  /** Opaque. Send it to `/auth/two-factor/enrolment`, or to `/auth/two-factor/enrolment/passkey`: it opens nothing else. */
  challenge: string
  methods: EnrolmentMethod[]
  expiresAt: Instant
}

/** The password was right, but the address has to be confirmed before tokens are issued. */
export type EmailUnverified = {
  message: string
  code: 'email_unverified'
}

/** The code was wrong. */
export type WrongCode = {
  message: string
  code: 'wrong_code'
  /** Codes left before a wait, or before the sign-in has to start again. */
  attemptsLeft: number
  /** The code was right, and had been used already: the app's next one will do. */
  alreadyUsed?: true
}

/**
 * The request requires a proof of identity within 15 minutes. If the account has a second factor, it must have been
 * proven again since the sign-in.
 */
export type ReauthenticationRequired = {
  message: string
  code: 'reauthentication_required'
  /** Any of these renews it with `POST /auth/proof`. If empty, only a new sign-in does. */
  methods: string[]
}

/**
 * The request adds a second factor, or gives the last one up, and takes one along: `code` and `method`, or `credential`. A
 * proof of some minutes ago does not suffice.
 */
export type FactorRequired = {
  message: string
  code: 'factor_required'
  /** Any of these will do. */
  methods: FactorMethod[]
  /** The only passkey that will do, if any will not. */
  passkeyId?: Id
}

/** A second factor being set up. Show it to the person: it is returned only once. */
export type Enrolment = {
  /** Base32 (RFC 4648 §6), to type. */
  secret: string
  /** `otpauth://totp/…`, for authenticator apps. */
  uri: string
  /** The URI as an image: an SVG data URI. */
  qr: string
  expiresAt: Instant
}

/** Ten codes, each of which works once instead of the app. Returned only once. */
export type BackupCodes = {
  backup: string[]
}

/** The answer to a sign-in that is complete because its second factor has been set up. */
export type EnrolledSignIn = TokenPair & BackupCodes

/** An authenticator app that works for an account. */
export type Authenticator = {
  id: string
  /** What its owner calls it. */
  name: string
  createdAt: Instant
}

/** A passkey or a security key of an account. */
export type Passkey = {
  id: Id
  /** What its owner calls it. */
  name: string
  createdAt: Instant
  /** Null before its first use. */
  lastUsedAt: Instant | null
  /** Whether it is backed up, so that the loss of one device does not lose it. */
  isSynced: boolean
  /** Whether it is asked for after a password. */
  asSecondFactor: boolean
  /** How browsers reach it: `internal`, `hybrid`, `usb`, `nfc`, `ble` or others. */
  transports: string[]
}

/** A passkey, as the options of a ceremony name it. */
export type PasskeyDescriptor = {
  type: 'public-key'
  /** base64url. */
  id: string
  transports: string[]
}

/**
 * What to ask a passkey for: `PublicKeyCredential.parseRequestOptionsFromJSON(publicKey)` turns it into what
 * `navigator.credentials.get()` takes (WebAuthn level 3, §5.1.10).
 */
export type PasskeyRequest = {
  publicKey: {
    /** base64url. Good for one answer. */
    challenge: string
    rpId: string
    /** Milliseconds. */
    timeout: number
    userVerification: 'required' | 'preferred' | (string & {})
    /** Which ones will do; any of the account's if empty. */
    allowCredentials: PasskeyDescriptor[]
  }
  expiresAt: Instant
}

/**
 * What to make a passkey from: `PublicKeyCredential.parseCreationOptionsFromJSON(publicKey)` turns it into what
 * `navigator.credentials.create()` takes (WebAuthn level 3, §5.1.9).
 */
/** For `PublicKeyCredential.signalAllAcceptedCredentials()` and `signalCurrentUserDetails()`. */
export type PasskeySignals = {
  rpId: string
  /** base64url of the account's 16 bytes. */
  userId: string
  /** base64url. A browser hides any other passkey of the account. */
  allAcceptedCredentialIds: string[]
  name: string
  displayName: string
}

export type PasskeyCreation = {
  publicKey: {
    rp: { id: string; name: string }
    /** `id`: base64url of the account's 16 bytes. */
    user: { id: string; name: string; displayName: string }
    /** base64url. Good for one answer. */
    challenge: string
    /** COSE numbers of algorithms, the preferred first. */
    pubKeyCredParams: { type: 'public-key'; alg: number }[]
    /** Milliseconds. */
    timeout: number
    attestation: 'none'
    /** Those that the account has. */
    excludeCredentials: PasskeyDescriptor[]
    authenticatorSelection: {
      residentKey: 'required' | 'preferred' | (string & {})
      requireResidentKey: boolean
      userVerification: 'required' | 'preferred' | (string & {})
    }
    extensions: { credProps: true }
  }
  expiresAt: Instant
}

/** A passkey that was added. */
export type AddedPasskey = {
  passkey: Passkey
  /** Ten codes, returned only once, if it is the account's first second factor. */
  backup?: string[]
}

/** A passkey as it is now. */
export type ChangedPasskey = Passkey & {
  /** Ten codes, returned only once, if it is the account's first second factor. */
  backup?: string[]
}

/** Which other sites may use this service's passkeys (WebAuthn level 3, §5.11). */
export type RelatedOrigins = {
  origins: string[]
}

/** An account's two-factor settings. */
export type TwoFactorSettings = {
  enabled: boolean
  confirmedAt: Instant | null
  /** What currently answers a challenge. */
  methods: FactorMethod[]
  backupCodesLeft: number
  /** When the pending setup expires. */
  pendingUntil: Instant | null
  /** When the factor will be removed, on request by someone who proved password and mailbox. */
  removesAt: Instant | null
}

/** When a lost second factor will be removed, unless that is stopped. */
export type TwoFactorRemoval = {
  removesAt: Instant
}

/** A bug in the service. Operators find it in the log by `requestId`. */
export type InternalError = {
  message: string
  code: 'internal_error'
  requestId: string
}

/** A BCP 47 tag of a language that the service speaks. */
export type LanguageTag = 'en' | 'de' | 'fr' | 'es' | (string & {})

/** A user account, as its owner sees it. */
export type Account = {
  id: Id
  /** As typed by its owner. */
  email: string
  emailVerified: boolean
  createdAt: Instant
  /** Of emails to its owner. Null: the service's own. */
  language: LanguageTag | null
  /** What your application knows the person by, as it was imported or set by an operator. */
  externalId: string | null
  twoFactor: {
    enabled: boolean
    backupCodesLeft: number
  }
}

/** A sign-in that is still active. */
export type Session = {
  id: Id
  /** Whether this request was made with this session. */
  current: boolean
  /** What opened it: an application, the person on the service's own pages, or an operator on the console. */
  kind: 'application' | 'page' | 'console' | (string & {})
  createdAt: Instant
  /** To the minute. */
  lastUsedAt: Instant
  /** When the session ends if it isn't refreshed. */
  expiresAt: Instant
  userAgent: string | null
  /** The network address that signed in; `unknown` over a unix socket. */
  ip: string
  /** How the person signed in: `password`, `email_code`, a provider's name, `totp`, `backup_code`, `passkey`, `trusted_device`. */
  methods: string[]
}

/** A device on which signing in skips the second step, because its owner took it there. */
export type TrustedDevice = {
  id: Id
  /** When the second step was taken. */
  createdAt: Instant
  /** When it was last skipped. */
  lastUsedAt: Instant
  /** When it has to be taken again. */
  expiresAt: Instant
  userAgent: string | null
  /** The network address of its last sign-in; `unknown` over a unix socket. */
  ip: string
}

/** When a closed account will be deleted, unless its owner signs in before. */
export type AccountDeletion = {
  deletesAt: Instant
}

/** Something that happened to an account. */
export type AccountEvent = {
  /** Increases with time. */
  id: string
  at: Instant
  /** For example `session.opened`, `sign_in.refused`, `password.changed`. New types may be added. */
  type: string
  outcome: 'success' | 'refused'
  sessionId: Id | null
  /** The network address of the request. */
  ip: string | null
  /** More about it, depending on the type. Contains no secrets. */
  detail: Record<string, unknown>
  actor: EventActor
  /** Why an operator did it, in the operator's words. Why somebody is blocked is for operators only. */
  reason: string | null
}

/** The person or program that caused an event: a service key by its id, an operator at the console by their account's. */
export type EventActor = {
  kind: 'owner' | 'stranger' | 'operator' | 'service_key' | 'system' | (string & {})
  id: Id | null
}

/** Events, newest first. */
export type EventPage = {
  events: AccountEvent[]
  /** The `cursor` of the next page; null on the last. */
  next: string | null
}

/** An email to the owner of an account. */
export type AccountMail = {
  name: string
  email: string
  createdAt: Instant
  /** Null while it is being delivered. */
  outcome: string | null
}

/** Emails, newest first. */
export type MailPage = {
  mails: AccountMail[]
  /** The `cursor` of the next page; null on the last. */
  next: string | null
}

/** Everything the service holds about a person, except what only proves their identity. */
export type AccountExport = {
  id: Id
  email: string
  emailVerified: boolean
  createdAt: Instant
  language: LanguageTag | null
  externalId: string | null
  twoFactor: TwoFactorSettings
  /** Without their keys. */
  passkeys: Passkey[]
  /** `subject` is the provider's id of the person. */
  identities: { provider: string; subject: string; email: string | null; linkedAt: Instant }[]
  sessions: Session[]
  trustedDevices: TrustedDevice[]
  /** Network addresses of sign-ins within 30 days; for IPv6, the network. */
  knownAddresses: { ip: string; seenAt: Instant }[]
  /** Recent former addresses, and until when their change can be undone. */
  formerEmails: { email: string; changedAt: Instant; undoUntil: Instant }[]
  /** Emailed links and codes that still work. */
  links: { kind: string; email: string; expiresAt: Instant }[]
  /** The newest thousand emails of about a week; `outcome` is null while one is being delivered. */
  mails: { name: string; email: string; createdAt: Instant; outcome: string | null }[]
  /** The `cursor` for older ones at `GET /users/{id}/mails`; null if there are none. */
  nextMails: string | null
  /** Attempts that count towards limits. */
  attempts: { kind: string; count: number; lastAt: Instant }[]
  /** Requests about the account that were refused within 30 days, by whomever: the newest thousand, of which each may stand for several. */
  refusals: {
    count: number
    firstAt: Instant
    lastAt: Instant
    code: string
    rule: string
    operation: string
    ip: string | null
  }[]
  /** The newest thousand. */
  events: AccountEvent[]
  /** The `cursor` for older ones at `GET /users/{id}/events`; null if there are none. */
  nextEvents: string | null
}

/** A provider that people can sign in with. */
export type SignInProvider = {
  /** As in paths and in the `methods` of sessions. */
  id: string
  /** For people. */
  name: string
}

/**
 * Why a sign-in with a provider failed: the `error` that `redirect_uri` gets, with an `error_description` for people.
 * RFC 6749 §4.1.2.1, and two of our own.
 */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'
  /** The address has an account, and the provider has not verified it. */
  | 'account_exists'
  /** The provider shared no address. */
  | 'email_required'
  | (string & {})

/** A provider's identity that is linked to an account and can sign in to it. */
export type LinkedIdentity = {
  provider: string
  /** As reported by the provider when it was linked. */
  email: string | null
  linkedAt: Instant
}

/** What an emailed link leaves as it is, and a stranger may have set up. */
export type StayingThing = {
  kind: 'passkey' | 'identity' | 'authenticator' | 'session' | (string & {})
  /** Of an identity, its provider. */
  id: string
  /** As it was named; of an identity the address there, of a session the `User-Agent`. */
  name: string | null
  since: Instant
  /** Whether the link's token removes it. A second factor stays: a mailbox is worth one factor. */
  isRemovable: boolean
}

/** A started link: send the owner's browser to `url`. */
export type LinkStart = {
  /** Works once. */
  url: string
  expiresAt: Instant
}

/** Where the service has what: what a program finds at its address. */
export type Directory = {
  /** Of the product whose accounts these are. */
  name: string
  docs: string
  openapi: string
  changelog: string
  health: string
}

/** Whether the service works. */
export type Health = {
  status: 'ok'
  /** Only for the service's own `doctor`. */
  caller?: SeenCaller
  /** Host and port of the PostgreSQL server that it uses. Only for the service's own `doctor`. */
  server?: string
  /** Whether Citus spreads the rows of users over several servers. Only for the service's own `doctor`. */
  isSpread?: boolean
}

/** Who a request comes from, as the service sees it. */
export type SeenCaller = {
  /** What limits count, unless `counting` says otherwise. */
  address: string
  /** `none`: the operator's own machine. `shared`: counted together with everybody else behind a proxy. */
  counting: 'own' | 'shared' | 'none'
  /** What `address` would be if every proxy were trusted. */
  farthest: string
  /** The other end of the connection: the proxy, if there is one. */
  peer: { address: string; port: number | null; isTrusted: boolean }
  /** Whether there is an `X-Forwarded-For`, and what is wrong with that of a trusted proxy. */
  isForwarded: boolean
  fault: 'silent' | 'garbled' | null
  /** That the service has the same `SECRET_KEY`. */
  proof: string
}

/**
 * A day, `2026-03-05`.
 * @format date
 */
export type Day = string

/** Every release of the interface, newest first. */
export type InterfaceChangelog = {
  releases: InterfaceRelease[]
}

/** A release and its differences from the previous one. */
export type InterfaceRelease = {
  date: Day
  version: string
  branch: string
  /** What its makers say about it: paragraphs of plain text, with empty lines between them. */
  words?: string
  /** Breaking changes first. */
  changes: InterfaceChange[]
}

/** A structural change of the interface. */
export type InterfaceChange = {
  kind: 'added' | 'removed' | 'modified'
  /** What changed: `POST /auth/token · request.body.code`. */
  target: string
  /** The operation it belongs to, if any. */
  operation?: string
  /** The operations that share it, if any. */
  operations?: string[]
  /** JSON pointer (RFC 6901) into the newer document, or the older one for removals. */
  path: string
  /** Stable id of the rule that judged it. */
  rule: string
  /** Whether a client written for the previous release may stop working. */
  breaking: boolean
  /** One sentence. */
  reason: string
  /** Whether an earlier release had marked it as deprecated. */
  deprecatedBefore: boolean
  /** Why it was accepted although it is breaking. */
  accepted?: string
  /** The same release removes the operation and adds it again. */
  replaced?: true
}

/** The service key is missing or wrong, it has expired or was revoked, or it is for other networks. Nothing says which. */
export type KeyRefusal = {
  /** For people. */
  message: string
  code: 'unauthorized'
  /** The same in the words of RFC 6749 §5.2. */
  error: 'invalid_client'
}

/** What is known of a token (RFC 7662 §2.2). */
export type Introspection = ActiveToken | InactiveToken

/** It is expired, revoked, or no access token at all. Nothing says which. */
export type InactiveToken = {
  active: false
}

/** An access token that works now. Instants are seconds since 1970-01-01T00:00:00Z. */
export type ActiveToken = {
  active: true
  /** The account. */
  sub: Id
  /** What your application knows the person by. Absent if nobody has set it. */
  external_id?: string
  /** The session, as `session.ended` in the feed of events names it. */
  sid: Id
  token_type: 'Bearer'
  client_id: 'sallyport'
  /** Absent for a token that a refresh has just replaced. */
  iat?: number
  exp: number
  /** When the person last proved who they are; in a session with a second factor, when they last proved that. */
  auth_time: number
  /**
   * How they did (RFC 8176): `pwd`, `otp`, `pop` and `user` for a passkey, `fed` for a provider, and `mfa` for two
   * factors.
   */
  amr: string[]
  /** The same in the words of `Session`: `password`, `email_code`, a provider's name, `totp`, `backup_code`, `passkey`. */
  methods: string[]
  /** Only for keys with the scope `users:read`. */
  email?: string
  /** Only for keys with the scope `users:read`. */
  email_verified?: boolean
}

/** In the order of the tokens. */
export type Introspections = {
  results: Introspection[]
}

/** Something that happened, as other services are told. */
export type FeedEvent = {
  /** Unique. Events are told in the order of the feed, which is not that of their ids. */
  id: string
  at: Instant
  /** For example `session.ended`, `user.disabled`, `account.deleted`. New types may be added. */
  type: string
  outcome: 'success' | 'refused'
  /** Null if it belongs to no account. */
  userId: Id | null
  /** What your application knew the person by when it happened. */
  externalId: string | null
  sessionId: Id | null
  actor: EventActor
}

/** A part of the feed. */
export type FeedPage = {
  events: FeedEvent[]
  /** Where the next part begins: send it as `after`. */
  next: string
}
