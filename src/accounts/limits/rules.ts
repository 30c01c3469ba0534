import type { Client } from '../../deps.ts'
import { subjectOf } from './subject.ts'

/** How often something may be tried: `free` times, and then after a wait. */
export type Rule = {
  free: number
  /** When the waits are forgotten: so long after the first attempt of a window, else after the last. */
  forgetSeconds: number
} & (
  | { wait: 'window' }
  | { wait: 'doubling'; firstWaitSeconds: number; maxWaitSeconds: number; inARow?: number }
)

/** What is counted: attempts of a kind on or by a subject. */
export type Limit = { subject: string; kind: string; rule: Rule }

const quarterHour = 15 * 60
const hour = 60 * 60

// counted from the first attempt, and over with the window
const windowRule = (free: number, forgetSeconds: number): Rule => ({ free, forgetSeconds, wait: 'window' })

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

/** Wrong passwords and wrong mailed codes from one address. */
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
type Change = 'two-factor' | 'backup code' | 'identity' | 'unlinking' | 'password' | 'closing'

/**
 * Changes of a kind to one account, in every session. Each kind is counted by itself: a thief who uses one up does not
 * keep the owner from the others.
 */
export const changesOf = (userId: string, kind: Change): Limit => ({
  subject: subjectOf.changes(userId),
  kind: `${kind} changes`,
  rule: windowRule(changesPerHour, hour),
})
