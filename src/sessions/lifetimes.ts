import { randomInt } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { day, hour, minute } from '../platform/seconds.ts'

/** Of a session's tokens, from the statement that issues them. */
export type Lifetimes = {
  accessSeconds: number
  idleSeconds: number
  sessionSeconds: number
  /** Of the previous generation. */
  retrySeconds: number
}

/** What is visited with a browser: the hosted pages, or the console of operators. */
export type VisitKind = 'page' | 'console'

/** What opened a session: an application, or a person's visit. */
export type SessionKind = 'application' | VisitKind

/** Access tokens live up to 5 % less, at random, so that clients that signed in together do not refresh together. */
export const newLifetimes = (config: Config): Lifetimes => ({
  accessSeconds: config.accessTokenSeconds * (1 - randomInt(0, 5_001) / 100_000),
  idleSeconds: config.refreshIdleDays * day,
  sessionSeconds: config.sessionDays * day,
  retrySeconds: config.refreshRetrySeconds,
})

/** An hour without a click, or a day, ends a visit (NIST SP 800-63B-4 §2.2.3). Nothing refreshes it. */
export const pageLifetimes = {
  accessSeconds: hour,
  idleSeconds: hour,
  sessionSeconds: day,
  retrySeconds: 0,
} satisfies Lifetimes

/** A quarter of an hour without a click, or a working day: of a visit that reaches everybody's accounts. */
const consoleLifetimes = {
  accessSeconds: 15 * minute,
  idleSeconds: 15 * minute,
  sessionSeconds: 8 * hour,
  retrySeconds: 0,
} satisfies Lifetimes

export const visitLifetimes: Record<VisitKind, Lifetimes> = { page: pageLifetimes, console: consoleLifetimes }
