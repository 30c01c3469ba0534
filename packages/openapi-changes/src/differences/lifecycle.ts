import { text } from '../document.ts'
import type { Finding } from './finding.ts'
import { isDeprecated, type Operation, type OperationPair } from './operations.ts'
import { isBeforeSunset, sunsetChange, sunsetOf } from './sunset.ts'

/**
 * Whether operations came, went, or are about to.
 * @param today the day of the newer document, `2026-11-21`: what was promised to stay until later may not go before
 */
export const compareLifecycle = (pair: OperationPair, today: string | undefined): Finding[] => {
  if (!pair.older) return [about(pair.newer, pair.isPathNew ? 'path-added' : 'operation-added')]
  if (pair.newer) return [...compareMarks(pair.older, pair.newer), ...compareSunset(pair.older, pair.newer)]
  const until = sunsetOf(pair.older.place)
  if (isBeforeSunset(isDeprecated(pair.older.place), until, today))
    return [about(pair.older, 'operation-removed-before-sunset', until)]
  return [about(pair.older, pair.isPathGone ? 'path-removed' : 'operation-removed')]
}

const about = ({ name, place }: Operation, rule: string, from?: string, to?: string): Finding => ({
  rule,
  operation: name,
  place: '',
  path: place.pointer,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  wasDeprecated: isDeprecated(place),
})

const compareMarks = (older: Operation, newer: Operation): Finding[] => {
  const [was, is] = [isDeprecated(older.place), isDeprecated(newer.place)]
  const [from, to] = [text(older.place, 'operationId'), text(newer.place, 'operationId')]
  const marks = was === is ? [] : [is ? 'operation-deprecated' : 'operation-no-longer-deprecated']
  const end = from === undefined ? 'added' : to === undefined ? 'removed' : 'changed'
  return [
    ...marks.map((rule) => ({ ...about(newer, rule), wasDeprecated: was })),
    ...(from === to ? [] : [{ ...about(newer, `operation-id-${end}`, from, to), wasDeprecated: was }]),
  ]
}

const compareSunset = (older: Operation, newer: Operation): Finding[] =>
  sunsetChange(sunsetOf(older.place), sunsetOf(newer.place), isDeprecated(newer.place)).map(
    ({ end, from, to }) => ({ ...about(newer, end, from, to), wasDeprecated: isDeprecated(older.place) }),
  )
