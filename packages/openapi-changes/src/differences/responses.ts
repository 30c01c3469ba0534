import { entries, objectOf, type Place } from '../document.ts'
import { compareMediaTypes } from './bodies.ts'
import { compareHeaders, headersOf } from './headers.ts'
import type { Side } from './operations.ts'
import type { Found } from './schemas.ts'

/** What differs in the answers of an operation. */
export const compareResponses = (older: Side, newer: Side): Found => {
  const [before, after] = [responsesOf(older), responsesOf(newer)]
  const statuses = new Set([...before.keys(), ...after.keys()])
  const found = [...statuses].map((status): Found => {
    const [from, to] = [responseFor(status, before), responseFor(status, after)]
    if (from && to) return compareResponse(newer.operation.name, status, [older, from], [newer, to])
    const [side, end] = from ? [before, 'removed'] : [after, 'added']
    const place = from ?? to
    // a range that is spelled out on the other side has been compared under each status
    const isSpelledOut = [...statuses].some((other) => rangeOf(other) === status)
    if (!place || isSpelledOut) return { findings: [], places: [] }
    const rule = `response-${isSuccess(status, side) ? 'success' : 'error'}-status-${end}`
    const about = { operation: newer.operation.name, place: `response.${status.toLowerCase()}` }
    return { findings: [{ rule, ...about, path: place.pointer }], places: [] }
  })
  return {
    findings: found.flatMap(({ findings }) => findings),
    places: found.flatMap(({ places }) => places),
  }
}

/** Whatever succeeds has a status below 400; where none is listed, `default` is all that there is. */
const isSuccess = (status: string, all: Map<string, Place>): boolean =>
  /^[123]/.test(status) || (status === 'DEFAULT' && ![...all.keys()].some((other) => /^[123]/.test(other)))

const responseFor = (status: string, all: Map<string, Place>): Place | undefined =>
  all.get(status) ?? all.get(rangeOf(status))

const responsesOf = ({ document, operation }: Side): Map<string, Place> =>
  new Map(
    entries(operation.place, 'responses')
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, response]) => [status.toUpperCase(), wellFormed(document.follow(response))]),
  )

const wellFormed = (response: Place): Place => {
  objectOf(response)
  return response
}

/** `204` is one of `2XX`. */
const rangeOf = (status: string): string => (/^\d\d\d$/.test(status) ? `${status[0]}XX` : '')

const compareResponse = (
  operation: string,
  status: string,
  [older, from]: [Side, Place],
  [newer, to]: [Side, Place],
): Found => {
  const place = `response.${status.toLowerCase()}`
  const headers = compareHeaders(
    operation,
    place,
    headersOf(older.document, from),
    headersOf(newer.document, to),
  )
  const bodies = compareMediaTypes(operation, 'response', `${place}.body`, [from, to])
  return {
    findings: [...headers.findings, ...bodies.findings],
    places: [...headers.places, ...bodies.places],
  }
}
