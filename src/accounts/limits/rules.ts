import type { Client } from '../../deps.ts'
import type { LimitedChange, LimitedMail, LimitName } from '../../platform/metrics/limit-names.ts'
import { day, hour, minute } from '../../platform/seconds.ts'
import { wideNetwork } from '../../platform/wide-network.ts'
import { subjectOf } from './subject.ts'

/** `free` attempts, then one after each wait. */
export type Rule = {
  free: number
  /** Forgets after this long: since the first attempt of a window, otherwise since the last. */
  forgetSeconds: number
} & (
  | { wait: 'window' }
  | { wait: 'doubling'; firstWaitSeconds: number; maxWaitSeconds: number; inARow?: number }
)

/** A count kept apart from another place has the same name. */
type LimitKind = LimitName | `${LimitName} from ${string}`

export type Limit = { subject: string; kind: LimitKind; rule: Rule }

const quarterHour = 15 * minute

export const windowRule = (free: number, forgetSeconds: number): Rule => ({
  free,
  forgetSeconds,
  wait: 'window',
})

const mailsPerHour = 3

export const mailsToUser = (userId: string, kind: LimitedMail): Limit => mails(subjectOf.user(userId), kind)

export const mailsToAddress = (canonical: string, kind: LimitedMail): Limit =>
  mails(subjectOf.email(canonical), kind)

export const mailRule = windowRule(mailsPerHour, hour)

const mails = (subject: string, kind: LimitedMail): Limit => ({
  subject,
  kind: `${kind} mails`,
  rule: mailRule,
})

/** The strangers' count is that of the address, with or without an account; a known place of an account has its own. */
export const signInCodeMails = (
  { canonical }: { canonical: string },
  known?: { userId: string; bucket: string },
): Limit =>
  known
    ? {
        ...mailsToUser(known.userId, 'sign-in code'),
        kind: `sign-in code mails from ${known.bucket}`,
      }
    : mailsToAddress(canonical, 'sign-in code')

const newcomerMailsPerHour = 1_000

/** To addresses without an account, over all: whom strangers may have the service write to. */
export const newcomerMails: Limit = {
  subject: subjectOf.everybody,
  kind: 'newcomer mails',
  rule: windowRule(newcomerMailsPerHour, hour),
}

const signInCodesPerQuarterHour = 100

/** Each request leaves a row for ten minutes. */
export const signInCodesByAddress = (client: Client): Limit[] =>
  byAddress('sign-in codes', windowRule(signInCodesPerQuarterHour, quarterHour), client)

const exportsPerHour = 10

export const exportRule = windowRule(exportsPerHour, hour)

export const exportsOf = (userId: string): Limit => ({
  subject: subjectOf.user(userId),
  kind: 'exports',
  rule: exportRule,
})

const resetsPerQuarterHour = 100

/** Each request leaves a row for some seconds. */
export const resetsByAddress = (client: Client): Limit[] =>
  byAddress('resets', windowRule(resetsPerQuarterHour, quarterHour), client)

export const failuresByAddress = (perQuarterHour: number, client: Client): Limit[] =>
  byAddress('failures', windowRule(perQuarterHour, quarterHour), client)

/** Counted whatever the outcome, because they reveal whether an address is taken. */
export const registrationsByAddress = (perHour: number, client: Client): Limit[] =>
  byAddress('registrations', windowRule(perHour, hour), client)

const serviceKeyFailuresPerQuarterHour = 100

export const serviceKeyFailuresByAddress = (client: Client): Limit[] =>
  byAddress('service key failures', windowRule(serviceKeyFailuresPerQuarterHour, quarterHour), client)

/** How many changes a service key may make to accounts in an hour, or an operator at the console. */
export const actsOf = (actorId: string, perHour: number): Limit => ({
  subject: subjectOf.serviceKey(actorId),
  kind: 'acts',
  rule: windowRule(perHour, hour),
})

/** In a day: a stolen key opens few accounts. */
export const factorRemovalsOf = (actorId: string, perDay: number): Limit => ({
  subject: subjectOf.serviceKey(actorId),
  kind: 'factor removals',
  rule: windowRule(perDay, day),
})

const providerSignInsPerQuarterHour = 300

/** Each leaves a row for ten minutes. */
export const providerSignInsByAddress = (client: Client): Limit[] =>
  byAddress('provider sign-ins', windowRule(providerSignInsPerQuarterHour, quarterHour), client)

/** Successful ones. */
export const signInsByAddress = (perHour: number, client: Client): Limit[] =>
  byAddress('sign-ins', windowRule(perHour, hour), client)

/** For many clients together: an unnamed proxy, or the network around that of an IPv6 client. */
const sharedFactor = 100

const byAddress = (kind: LimitName, rule: Rule, client: Client): Limit[] => {
  if (rule.free === 0 || client.counting === 'none') return []
  const wide = { ...rule, free: rule.free * sharedFactor }
  const own = client.counting === 'shared' ? wide : rule
  const network = wideNetwork(client.bucket)
  return [
    { subject: subjectOf.address(client.bucket), kind, rule: own },
    ...(network ? [{ subject: subjectOf.address(network), kind, rule: wide }] : []),
  ]
}

const changesPerHour = 20

export const changeRule = windowRule(changesPerHour, hour)

/** Counted per kind: a thief who uses one up leaves the others to the owner. */
export const changesOf = (userId: string, kind: LimitedChange): Limit => ({
  subject: subjectOf.changes(userId),
  kind: `${kind} changes`,
  rule: changeRule,
})

/**
 * During a sign-in, by place as well, so that somebody with only the password leaves the setup to the owner
 * elsewhere.
 */
export const enrolmentChangesOf = (userId: string, kind: LimitedChange, { bucket }: Client): Limit => ({
  ...changesOf(userId, kind),
  kind: `${kind} changes from ${bucket}`,
})
