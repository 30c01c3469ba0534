import type { Client } from '../deps.ts'
import { subjectOf } from './subject.ts'

/** How often something may be tried: `free` times, and then after a wait. */
export type Rule = {
  free: number
  /** After how long it is as if nothing had been tried. Also the longest wait. */
  forgetSeconds: number
} & ({ wait: 'window' } | { wait: 'doubling'; firstWaitSeconds: number })

/** What is counted: attempts of a kind on or by a subject. */
export type Limit = { subject: string; kind: string; rule: Rule }

const quarterHour = 15 * 60
const hour = 60 * 60

/** After this long no rule remembers anything. */
export const longestForgetSeconds = hour

// counted from the last attempt, and longer with each: who keeps trying keeps waiting
const passwordRule: Rule = { free: 10, forgetSeconds: quarterHour, wait: 'doubling', firstWaitSeconds: 1 }

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
): Limit => ({
  subject: account?.userId ?? subjectOf.unknownEmail(canonical),
  kind: account?.isKnownAddress ? `password from ${client.bucket}` : 'password',
  rule: passwordRule,
})

/** Failed sign-ins from one address. */
export const failuresByAddress = (perQuarterHour: number, client: Client): Limit[] =>
  byAddress('failures', windowRule(perQuarterHour, quarterHour), client)

/** Registrations from one address. They tell whether an address is taken, so they are counted whatever comes of them. */
export const registrationsByAddress = (perHour: number, client: Client): Limit[] =>
  byAddress('registrations', windowRule(perHour, hour), client)

const sharedFactor = 100

const byAddress = (kind: string, rule: Rule, client: Client): Limit[] => {
  if (rule.free === 0 || client.counting === 'none') return []
  const free = client.counting === 'shared' ? rule.free * sharedFactor : rule.free
  return [{ subject: subjectOf.address(client.bucket), kind, rule: { ...rule, free } }]
}
