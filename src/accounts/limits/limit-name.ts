import { type LimitName, limitNames } from '../../platform/metrics/limit-names.ts'
import type { Limit } from './rules.ts'

const apart = ' from '

/** The name of what is counted, without the place that has a count of its own. */
export const limitNameOf = (kind: Limit['kind']): LimitName => {
  const name = limitNames.find((name) => kind === name || kind.startsWith(name + apart))
  if (name === undefined) throw new Error(`there is no limit "${kind}"`)
  return name
}

/** The place, or the session, that a count is kept for; undefined for everywhere else. */
export const placeIn = (kind: string): string | undefined => kind.split(apart)[1]
