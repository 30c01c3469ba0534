import type { Client } from '../../deps.ts'
import type { Limit, Rule } from './rules.ts'
import { subjectOf } from './subject.ts'

const quarterHour = 15 * 60
const day = 24 * 60 * 60

// NIST SP 800-63B-4 §3.2.2: no more than 100 consecutive failed attempts on one account
const inARow = 100

// counted from the last attempt, and longer with each: who keeps trying keeps waiting
const passwordRule: Rule = {
  free: 10,
  forgetSeconds: quarterHour,
  wait: 'doubling',
  firstWaitSeconds: 1,
  maxWaitSeconds: quarterHour,
  inARow,
}

// a code has a million values: what was tried is remembered for so long that nobody gets through many of them
const codeWaits: Rule = {
  free: 5,
  forgetSeconds: day,
  wait: 'doubling',
  firstWaitSeconds: 30,
  maxWaitSeconds: quarterHour,
}

const codeRule: Rule = { ...codeWaits, inARow }

/**
 * Wrong passwords for one address, whether it has an account or not: nothing tells the two apart, also when an account
 * is made or deleted meanwhile. Where the owner signed in from lately is counted apart, so that a stranger's guesses do
 * not make the owner wait.
 */
export const passwordFailures = (
  account: { userId: string; isKnownAddress: boolean } | undefined,
  canonical: string,
  client: Client,
): Limit =>
  account?.isKnownAddress
    ? { subject: account.userId, kind: `password from ${client.bucket}`, rule: passwordRule }
    : { subject: subjectOf.email(canonical), kind: 'password', rule: passwordRule }

/**
 * Wrong codes for one account, whichever second factor, challenge or endpoint they came by. The waits are shared by all
 * places; what came from elsewhere does not shut a place where the owner signed in lately.
 */
export const secondFactorFailures = (userId: string, knownPlace: string | undefined): Limit[] =>
  knownPlace === undefined
    ? [{ subject: userId, kind: 'second factor', rule: codeRule }]
    : [
        { subject: userId, kind: 'second factor', rule: codeWaits },
        { subject: userId, kind: `second factor from ${knownPlace}`, rule: codeRule },
      ]

/** Wrong codes while a second factor is being set up. They must not lock one that works; its secret lives ten minutes. */
export const enrolmentFailures = (userId: string): Limit => ({
  subject: userId,
  kind: 'enrolment',
  rule: codeWaits,
})

/** Wrong codes of those that were mailed to one address, whether it has an account or not. */
export const mailedCodeFailures = (canonical: string): Limit => ({
  subject: subjectOf.email(canonical),
  kind: 'mailed code',
  rule: codeRule,
})
