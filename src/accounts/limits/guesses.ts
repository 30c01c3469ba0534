import type { Client } from '../../deps.ts'
import { day, minute } from '../../platform/seconds.ts'
import type { Limit, Rule } from './rules.ts'
import { subjectOf } from './subject.ts'

const quarterHour = 15 * minute

// NIST SP 800-63B-4 §3.2.2: no more than 100 consecutive failed attempts on one account
const inARow = 100

export const passwordRule: Rule = {
  free: 10,
  forgetSeconds: quarterHour,
  wait: 'doubling',
  firstWaitSeconds: 1,
  maxWaitSeconds: quarterHour,
  inARow,
}

// a code has a million values: failures are remembered long enough that nobody tries many of them
export const codeWaits: Rule = {
  free: 5,
  forgetSeconds: day,
  wait: 'doubling',
  firstWaitSeconds: 30,
  maxWaitSeconds: quarterHour,
}

export const codeRule: Rule = { ...codeWaits, inARow }

/**
 * Wrong passwords for an address, with or without an account, so that the two cannot be told apart even when an
 * account is created or deleted. Known locations are separate, so that a stranger's guesses don't make the owner
 * wait.
 */
export const passwordFailures = (
  account: { userId: string; isKnownAddress: boolean } | undefined,
  canonical: string,
  client: Pick<Client, 'bucket'>,
): Limit =>
  account?.isKnownAddress
    ? { subject: subjectOf.user(account.userId), kind: `password from ${client.bucket}`, rule: passwordRule }
    : { subject: subjectOf.email(canonical), kind: 'password', rule: passwordRule }

/**
 * Wrong codes for an account, across factors, challenges and endpoints. All locations share the waits; the cap of
 * strangers doesn't apply at a known location.
 */
export const secondFactorFailures = (userId: string, knownPlace: string | undefined): Limit[] =>
  knownPlace === undefined
    ? [{ subject: subjectOf.user(userId), kind: 'second factor', rule: codeRule }]
    : [
        { subject: subjectOf.user(userId), kind: 'second factor', rule: codeWaits },
        { subject: subjectOf.user(userId), kind: `second factor from ${knownPlace}`, rule: codeRule },
      ]

/**
 * Separate, so that wrong codes during setup cannot lock a working factor, nor the setup of another session or sign-in. The
 * secret lives for ten minutes.
 */
export const enrolmentFailures = ({ userId, sessionId }: { userId: string; sessionId: string }): Limit => ({
  subject: subjectOf.user(userId),
  kind: `enrolment from ${sessionId}`,
  rule: codeWaits,
})

/** Wrong emailed codes for an address, with or without an account. */
export const mailedCodeFailures = (canonical: string): Limit => ({
  subject: subjectOf.email(canonical),
  kind: 'mailed code',
  rule: codeRule,
})
