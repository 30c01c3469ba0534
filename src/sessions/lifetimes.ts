import { randomInt } from 'node:crypto'
import type { Config } from '../config/config.ts'

const day = 24 * 60 * 60

/** Of a session's tokens, from the statement that issues them. */
export type Lifetimes = {
  accessSeconds: number
  idleSeconds: number
  sessionSeconds: number
  /** Of the previous generation. */
  retrySeconds: number
}

/** Access tokens live up to 5 % less, at random, so that a crowd that came at once does not refresh at once. */
export const newLifetimes = (config: Config): Lifetimes => ({
  accessSeconds: config.accessTokenSeconds * (1 - randomInt(0, 5_001) / 100_000),
  idleSeconds: config.refreshIdleDays * day,
  sessionSeconds: config.sessionDays * day,
  retrySeconds: config.refreshRetrySeconds,
})
