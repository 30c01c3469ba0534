import { type LimitName, limitNames } from '../../platform/metrics/limit-names.ts'
import type { Limit } from './rules.ts'

const apart = ' from '

/** The name of what is counted, without the place that has a count of its own. */
export const limitNameOf = (kind: Limit['kind']): LimitName => findLimitName(kind) as LimitName

/** The same for a row, which another version may have written. */
export const findLimitName = (kind: string): LimitName | undefined =>
  limitNames.find((name) => kind === name || kind.startsWith(name + apart))

/** The place, or the session, that a count is kept for; undefined for everywhere else. */
export const placeIn = (kind: string): string | undefined => kind.split(apart)[1]
