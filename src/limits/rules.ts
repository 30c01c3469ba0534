import type { Client } from '../deps.ts'
import { subjectOf } from './subject.ts'

/** How often something may be tried: `free` times, and then after a wait. */
export type Rule = {
  free: number
  /** After how long it is as if nothing had been tried: since the first attempt of a window, else since the last. */
  forgetSeconds: number
} & ({ wait: 'window' } | { wait: 'doubling'; firstWaitSeconds: number; maxWaitSeconds: number })

/** What is counted: attempts of a kind on or by a subject. */
export type Limit = { subject: string; kind: string; rule: Rule }

const quarterHour = 15 * 60
const hour = 60 * 60
const day = 24 * hour

/** After this long no rule remembers anything. */
export const longestForgetSeconds = day

// counted from the last attempt, and longer with each: who keeps trying keeps waiting
const passwordRule: Rule = {
  free: 10,
  forgetSeconds: quarterHour,
  wait: 'doubling',
  firstWaitSeconds: 1,
  maxWaitSeconds: quarterHour,
}

// a code has a million values: what was tried is remembered for so long that nobody gets through many of them
const secondFactorRule: Rule = {
  free: 5,
  forgetSeconds: day,
  wait: 'doubling',
  firstWaitSeconds: 30,
  maxWaitSeconds: quarterHour,
}

// counted from the first attempt, and over with the window
const windowRule = (free: number, forgetSeconds: number): Rule => ({ free, forgetSeconds, wait: 'window' })

/**
 * Wrong passwords for one account, or for an address that has none. Where the owner signed in from lately is counted
 * apart, so that a stranger's guesses do not make the owner wait.
 */
export const passwordFailures = (
  account: { userId: string; isKnownAddress: boolean } | undefined,
  canonical: string,
  client: Client,
): Limit =>
  passwordAttempts(
    account?.userId ?? subjectOf.unknownEmail(canonical),
    account?.isKnownAddress ? `password from ${client.bucket}` : 'password',
  )

/** The same, of a kind that was noted. */
export const passwordAttempts = (subject: string, kind: string): Limit => ({
  subject,
  kind,
  rule: passwordRule,
})

/** Wrong codes for one account, whichever second factor, challenge or endpoint they came by. */
export const secondFactorFailures = (userId: string): Limit => ({
  subject: userId,
  kind: 'second factor',
  rule: secondFactorRule,
})

/** Wrong codes while a second factor is being set up. They must not lock one that works. */
export const enrolmentFailures = (userId: string): Limit => ({
  subject: userId,
  kind: 'enrolment',
  rule: secondFactorRule,
})

/** Wrong codes of those that were mailed, for one account or for an address that has none. */
export const mailedCodeFailures = (userId: string | undefined, canonical: string): Limit => ({
  subject: userId ?? subjectOf.unknownEmail(canonical),
  kind: 'mailed code',
  rule: secondFactorRule,
})

const mailsPerHour = 3

/** Mails of a kind that an account's owner asks for, or a stranger in their name. */
export const mailsOfKind = (userId: string, kind: string): Limit => ({
  subject: userId,
  kind: `${kind} mails`,
  rule: windowRule(mailsPerHour, hour),
})

const exportsPerHour = 10

/** Exports of one account: each reads all that there is of it. */
export const exportsOf = (userId: string): Limit => ({
  subject: userId,
  kind: 'exports',
  rule: windowRule(exportsPerHour, hour),
})

const resetsPerQuarterHour = 100

/** Forgotten passwords that are told of from one address: each leaves a row behind for some seconds. */
export const resetsByAddress = (client: Client): Limit[] =>
  byAddress('resets', windowRule(resetsPerQuarterHour, quarterHour), client)

/** Failed sign-ins from one address. */
export const failuresByAddress = (perQuarterHour: number, client: Client): Limit[] =>
  byAddress('failures', windowRule(perQuarterHour, quarterHour), client)

/** Registrations from one address. They tell whether an address is taken, so they are counted whatever comes of them. */
export const registrationsByAddress = (perHour: number, client: Client): Limit[] =>
  byAddress('registrations', windowRule(perHour, hour), client)

const providerSignInsPerQuarterHour = 300

/** Sign-ins with a provider that begin at one address: each leaves a row behind for ten minutes. */
export const providerSignInsByAddress = (client: Client): Limit[] =>
  byAddress('provider sign-ins', windowRule(providerSignInsPerQuarterHour, quarterHour), client)

const sharedFactor = 100

const byAddress = (kind: string, rule: Rule, client: Client): Limit[] => {
  if (rule.free === 0 || client.counting === 'none') return []
  const free = client.counting === 'shared' ? rule.free * sharedFactor : rule.free
  return [{ subject: subjectOf.address(client.bucket), kind, rule: { ...rule, free } }]
}

const changesPerHour = 20

/** What an owner can do again and again, and each time writes events and mails, or leaves rows behind. */
type Change = 'two-factor' | 'backup code' | 'identity' | 'password' | 'closing'

/**
 * Changes of a kind to one account, in every session. Each kind is counted by itself: a thief who uses one up does not
 * keep the owner from the others.
 */
export const changesOf = (userId: string, kind: Change): Limit => ({
  subject: subjectOf.changes(userId),
  kind: `${kind} changes`,
  rule: windowRule(changesPerHour, hour),
})
