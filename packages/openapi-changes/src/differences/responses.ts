import { entries, objectOf, type Place } from '../document.ts'
import type { Finding } from './finding.ts'
import { compareHeaders } from './headers.ts'
import { compareLinks } from './links.ts'
import { compareMediaTypes } from './media-types.ts'
import type { Side } from './operations.ts'
import { matchByRange } from './ranges.ts'
import type { Found } from './schemas.ts'

type Responses = ReadonlyMap<string, Place>

/** What differs in the answers of an operation. */
export const compareResponses = (older: Side, newer: Side, today?: string): Found => {
  const [before, after] = [responsesOf(older), responsesOf(newer)]
  const { kept, gone, added } = matchByRange(before, after, rangeOf)
  const tell = (end: string, [status, place]: [string, Place], all: Responses): Finding => ({
    rule: `response-${isSuccess(status, all) ? 'success' : 'error'}-status-${end}`,
    operation: newer.operation.name,
    place: placeOf(status),
    path: place.pointer,
  })
  const found = kept.map(({ name, from, to, isCovered }) =>
    compareResponse(name, isCovered, { side: older, place: from }, { side: newer, place: to }, today),
  )
  return {
    findings: [
      ...gone.map((entry) => tell('removed', entry, before)),
      ...added.map((entry) => tell('added', entry, after)),
      ...found.flatMap(({ findings }) => findings),
    ],
    places: [...found.flatMap(({ places }) => places), ...placesByDefault(older, newer, before, after)],
  }
}

/**
 * Where `default` spoke of a status that is spelled out now, or does again. It is said of so many that only what both
 * of them describe is compared.
 */
const placesByDefault = (older: Side, newer: Side, before: Responses, after: Responses): Found['places'] => {
  const { gone, added } = matchByRange(before, after, rangeOf)
  const pairs = [
    ...gone.map(([status, from]) => ({ status, from, to: after.get('DEFAULT'), all: after })),
    ...added.map(([status, to]) => ({ status, from: before.get('DEFAULT'), to, all: before })),
  ]
  return pairs.flatMap(({ status, from, to, all }) => {
    const isMeant = status !== 'DEFAULT' && isSuccess(status, all) === isSuccess('DEFAULT', all)
    if (!from || !to || !isMeant) return []
    return compareResponse(status, true, { side: older, place: from }, { side: newer, place: to }).places
  })
}

/** Whatever succeeds has a status below 400; where none is listed, `default` is all that there is. */
const isSuccess = (status: string, all: Responses): boolean =>
  /^[123]/.test(status) || (status === 'DEFAULT' && ![...all.keys()].some((other) => /^[123]/.test(other)))

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
const rangeOf = (status: string): string[] => (/^\d\d\d$/.test(status) ? [`${status[0]}XX`] : [])

const placeOf = (status: string): string => `response.${status.toLowerCase()}`

type Answer = { side: Side; place: Place }

const compareResponse = (
  status: string,
  isCovered: boolean,
  older: Answer,
  newer: Answer,
  today?: string,
): Found => {
  const place = placeOf(status)
  const headers = compareHeaders(place, older, newer, today)
  const bodies = compareMediaTypes('response', `${place}.body`, older, newer)
  // what a range says of bodies is not meant for a status that never has one
  const hasBody = !(isCovered && /^(1\d\d|204|205|304)$/.test(status))
  return {
    findings: [
      ...headers.findings,
      ...compareLinks(place, older, newer),
      ...(hasBody ? bodies.findings : []),
    ],
    places: [...headers.places, ...(hasBody ? bodies.places : [])],
  }
}
