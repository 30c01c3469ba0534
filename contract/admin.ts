/** Types of the interface for operators, beside those of wire.ts. */

import type { Account, AccountEvent, AccountExport, EventActor, Id, Instant, LanguageTag } from './wire.ts'

/** An account, as operators see it. No secret, no digest and no link: a service key must not let anybody in. */
export type AdminUser = Omit<Account, 'language'> & {
  language: LanguageTag | null
  /** Null unless it is blocked. */
  disabledAt: Instant | null
  /** Null while it is open, or blocked for good. */
  disabledUntil: Instant | null
  /** For operators only. */
  disabledReason: string | null
  /** The last complete sign-in. Null if there was none within 30 days, and every session is over. */
  lastSignInAt: Instant | null
  hasPassword: boolean
  /** The providers that are linked. */
  providers: string[]
  /** How many. */
  passkeys: number
  /** When the account will be deleted, unless its owner signs in before. */
  deletesAt: Instant | null
  /** Until when an invitation can be taken up. Null for accounts that are somebody's. */
  invitedUntil: Instant | null
}

/** Everything held about a person, and what operators see of the account. */
export type AdminExport = AccountExport & { administration: AdminUser }

/** In the order of their addresses. */
export type AdminUserPage = {
  users: AdminUser[]
  /** The `cursor` of the next page; null on the last. */
  next: string | null
}

/** What became of people who were brought here, in the order in which they were sent. */
export type ImportResults = {
  results: ImportResult[]
}

/** Why somebody was skipped, or has failed. Others may come. */
export type ImportReason =
  | 'bad_value'
  | 'unknown_key'
  | 'bad_email'
  | 'bad_hash'
  | 'cost_too_high'
  | 'needs_package'
  | 'bad_totp'
  | 'backup_codes'
  | 'duplicate_in_file'
  | 'email_taken'
  | 'external_id_taken'
  | 'identity_taken'
  | 'id_taken'
  | 'nothing_missing'
  | (string & {})

/** What became of somebody. */
export type ImportResult = {
  /** Of the account. Null unless the person has one here by this request. */
  id: Id | null
  /** As it was sent. Null if there was none. */
  email: string | null
  /** `added`: to an account that was here already. */
  outcome: 'imported' | 'added' | 'skipped' | 'failed'
  /** Why it was skipped or has failed. */
  reason: ImportReason | null
  /** For people. */
  message: string | null
}

/** What an operator, or a service key, did. */
export type Act = {
  /** Increases with time. */
  id: string
  at: Instant
  /** For example `user.disabled`, `user.sessions_ended`, `two_factor.disabled`. New types may be added. */
  type: string
  /** Null if it is about no account. */
  userId: Id | null
  /** Service keys by their ids, operators at the console by their accounts'; the command line has none. */
  actor: EventActor
  /** In their own words. Null where none was asked for, and once the account is deleted. */
  reason: string | null
  /** More about it, depending on the type. Contains no secrets. */
  detail: Record<string, unknown>
}

/** Newest first. */
export type ActPage = {
  acts: Act[]
  /** The `cursor` of the next page; null on the last. */
  next: string | null
}

/** What happened to somebody, or to an address that is nobody's. */
export type AdminEvent = AccountEvent & {
  /** Null if it is about no account. */
  userId: Id | null
}

/** Newest first. */
export type AdminEventPage = {
  events: AdminEvent[]
  /** The `cursor` of the next page; null on the last. */
  next: string | null
}

/** An email that was given up. */
export type AdminMail = {
  id: string
  /** Whose account it is about. Null if it is about none. */
  userId: Id | null
  /** Which email: for example `verify-email`, `reset-password`, `notice`. New ones may be added. */
  name: string
  /** Where it went. Null where that is not kept. */
  email: string | null
  createdAt: Instant
  endedAt: Instant
  /** The mailbox does not exist, or nobody took it in time. */
  outcome: 'refused' | 'expired'
  attempts: number
  /** What the mail server said last. Null if there was no attempt. */
  answer: string | null
}

/** Newest first. */
export type AdminMailPage = {
  mails: AdminMail[]
  /** The `cursor` of the next page; null on the last. */
  next: string | null
}

/** How the service is doing. */
export type Overview = {
  at: Instant
  /** Of the program that answers. */
  version: string
  /** What is counted is counted up to here: such a number means as many or more. */
  countedUpTo: number
  /** The last 24 hours of the clock, with the present one, the oldest first. */
  hours: OverviewHour[]
  people: {
    all: number
    /** Whether `all` is an estimate, because it is beyond `countedUpTo`. */
    isEstimate: boolean
    blocked: number
    unconfirmed: number
    closing: number
    invited: number
  }
  mails: { waiting: number; givenUp: number }
  webhooks: {
    on: number
    /** Those that are on and do not accept anything at the moment. */
    failing: number
    /** Those that were switched off because they failed, and not by an operator. */
    off: number
  }
  /** What is not well. */
  findings: OverviewFinding[]
}

export type OverviewHour = {
  from: Instant
  /** Sessions that were opened. */
  signIns: number
  /** Sign-ins, codes and passkeys that were refused. */
  refusals: number
}

/** A line of the doctor's. */
export type OverviewFinding = {
  name: 'outbox' | 'feed' | 'webhooks' | 'service-keys' | (string & {})
  status: 'warn' | 'fail'
  message: string
  /** What to do about it. */
  remedy: string
}

/** A key of another service, or of a program of the operators, without its secret. */
export type ServiceKey = {
  id: Id
  name: string
  scopes: string[]
  /** From where it may be used; anywhere if empty. */
  networks: string[]
  /** How much it may change of accounts. */
  actsPerHour: number
  /** How many second factors it may remove. */
  removalsPerDay: number
  createdAt: Instant
  expiresAt: Instant
  lastUsedAt: Instant | null
  revokedAt: Instant | null
}

/** Somebody who may use the console. */
export type ConsoleOperator = {
  /** Of the account. */
  userId: Id
  email: string
  scopes: string[]
  /** How much they may change of accounts. */
  actsPerHour: number
  /** How many second factors they may remove. */
  removalsPerDay: number
  grantedAt: Instant
  /** False while the account is blocked or being closed, or has no second factor. */
  isLetIn: boolean
}

/** A receiver of what happens, without its secret. */
export type Webhook = {
  id: Id
  url: string
  /** What it is told: types such as `session.ended`, families such as `user.*`, or `*`. */
  types: string[]
  description: string
  /** Whether it is told from which IP address something was done. */
  includeAddresses: boolean
  enabled: boolean
  disabledAt: Instant | null
  /** Nobody there any more (`gone`, a 410), nothing delivered for five days, or a secret that cannot be read. Null while it is on. */
  disabledBecause: 'by_operator' | 'gone' | 'failing' | 'unreadable' | null
  createdAt: Instant
  lastSuccessAt: Instant | null
  /** Since when nothing was delivered although it was tried. */
  failingSince: Instant | null
  /** Until when messages are signed with the secret before this one, too. */
  formerSecretUntil: Instant | null
  /** How many events of the feed, of whatever type, come behind the last that was looked at. */
  behind: number
  /** How many events wait to be sent again, or behind one that does. */
  waiting: number
}

/** The secret is told only now. */
export type AddedWebhook = Webhook & { secret: string }

export type WebhookSecret = { secret: string; formerUntil: Instant }

/** What a receiver answered. */
export type WebhookTest = {
  outcome: 'delivered' | 'failed' | 'gone'
  /** Null if there was no answer. */
  status: number | null
  /** Its first 500 characters, or why there is none. */
  answer: string
  milliseconds: number
}

/** A message that was sent, and what came of it. */
export type WebhookAttempt = {
  /** Increases with time. */
  id: string
  /** The `webhook-id` of the message. Null for a test. */
  eventId: string | null
  type: string
  /** Which attempt to send this event it was, from 1. */
  attempt: number
  at: Instant
  /** `given_up` after three days, `forgotten` if the event was no longer kept. Both can be replayed while they are in the feed. */
  outcome: 'delivered' | 'failed' | 'gone' | 'given_up' | 'forgotten'
  status: number | null
  answer: string
  milliseconds: number
}

/** Newest first. */
export type WebhookAttemptPage = {
  attempts: WebhookAttempt[]
  /** The `cursor` of the next page; null on the last. */
  next: string | null
}

export type WebhookReplay = {
  /** How many events of the feed are looked at again. */
  queued: number
}

/** A request that was refused, or several alike that one row stands for. */
export type AdminRefusal = {
  /** The `X-Request-Id` of its answer; of several, of the first. */
  requestId: string
  /** The same of the last. */
  lastRequestId: string
  count: number
  firstAt: Instant
  lastAt: Instant
  /** The code that the client got; `invalid_fields` for a 422. */
  code: string
  /** What refused it, for example `password.wrong` or `limit.password`. New ones may be added. */
  rule: string
  /** The numbers of the rule, such as `tries` and `waitSeconds`. They depend on it, and hold no secret. */
  facts: Record<string, string | number | boolean>
  /** Method and route. */
  operation: string
  ip: string | null
  /** Null if it is about no account. */
  userId: Id | null
  /** In words: what refused it, and what lifts that. */
  because: string
  /** When the next try is possible. Null if it isn't about waiting, or no waiting helps. */
  liftsAt: Instant | null
}

/** A wait of an account that has not ended. */
export type AdminWait = {
  /** What refuses tries until then, for example `limit.password`. New ones may be added. */
  rule: string
  /** From where the tries came; null for everywhere that has no count of its own. */
  place: string | null
  facts: Record<string, string | number | boolean>
  because: string
  /** Null if no waiting helps. */
  endsAt: Instant | null
}
