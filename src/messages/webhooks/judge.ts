import { hour } from '../../platform/seconds.ts'

const longestPauseSeconds = 4 * hour

/** What an answer means. */
export type Judged = {
  outcome: 'delivered' | 'failed' | 'gone'
  /** Whether there is nobody to tell anything, so that other messages need not be tried either. */
  isAway: boolean
  /** As long as the receiver asked for. */
  pauseSeconds?: number
}

/** By proxies in front of a receiver that is away. */
const ofProxies = [502, 503, 504]

/** @param retryAfter the header of that name. Redirects are not followed, and so are failures */
export const judge = (status: number, retryAfter: string | undefined, nowMs: number): Judged => {
  if (status >= 200 && status < 300) return { outcome: 'delivered', isAway: false }
  if (status === 410) return { outcome: 'gone', isAway: true }
  const asked = [429, 503].includes(status) ? secondsIn(retryAfter, nowMs) : undefined
  if (asked !== undefined) return { outcome: 'failed', isAway: true, pauseSeconds: asked }
  return { outcome: 'failed', isAway: status === 429 || ofProxies.includes(status) }
}

/** RFC 9110 §10.2.3: seconds, or a date. */
export const secondsIn = (text: string | undefined, nowMs: number): number | undefined => {
  if (text === undefined) return
  const seconds = /^[0-9]+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), longestPauseSeconds)
}
