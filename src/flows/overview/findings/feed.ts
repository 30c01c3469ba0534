import { ageOf } from '../age-of.ts'
import { type Finding, fail, ok } from '../finding.ts'

const mostSeconds = 5 * 60

/** @param seconds how far the feed of events is behind */
export const feedFinding = (seconds: number): Finding =>
  seconds < mostSeconds
    ? ok(`The feed of events is ${ageOf(seconds)} behind.`)
    : fail(
        `The feed of events is ${ageOf(seconds)} behind: notices and other services wait.`,
        'Start the service. If it runs, look for "feed events" in its log.',
      )
