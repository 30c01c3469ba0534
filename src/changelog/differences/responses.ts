import { child, entries, flag, type OpenApi, objectOf, type Place } from '../document.ts'
import { compareMediaTypes } from './bodies.ts'
import type { Finding } from './finding.ts'
import { isDeprecated, type Operation } from './operations.ts'
import type { SchemaPlace } from './schemas.ts'

type Found = { findings: Finding[]; places: SchemaPlace[] }

/** What differs in the answers of an operation. */
export const compareResponses = (
  [older, olderOperation]: [OpenApi, Operation],
  [newer, newerOperation]: [OpenApi, Operation],
): Found => {
  const operation = newerOperation.name
  const [before, after] = [responsesOf(older, olderOperation), responsesOf(newer, newerOperation)]
  const isSuccess = (status: string, all: Map<string, Place>): boolean =>
    /^[123]/.test(status) || (status === 'DEFAULT' && ![...all.keys()].some((other) => /^[123]/.test(other)))
  const tell = (status: string, all: Map<string, Place>, end: string, { pointer }: Place): Finding => {
    const rule = `response-${isSuccess(status, all) ? 'success' : 'error'}-status-${end}`
    return { rule, operation, place: `response.${status.toLowerCase()}`, path: pointer }
  }
  const kept = [...before].map(([status, from]): Found => {
    const to = after.get(status) ?? after.get(rangeOf(status))
    if (to) return compareResponse(operation, status, [older, from], [newer, to])
    const isSpelledOut = [...after.keys()].some((other) => rangeOf(other) === status)
    return { findings: isSpelledOut ? [] : [tell(status, before, 'removed', from)], places: [] }
  })
  const added = [...after].map(([status, to]): Found => {
    if (before.has(status)) return { findings: [], places: [] }
    const from = before.get(rangeOf(status))
    if (from) return compareResponse(operation, status, [older, from], [newer, to])
    const wasSpelledOut = [...before.keys()].some((other) => rangeOf(other) === status)
    return { findings: wasSpelledOut ? [] : [tell(status, after, 'added', to)], places: [] }
  })
  const all = [...kept, ...added]
  return { findings: all.flatMap(({ findings }) => findings), places: all.flatMap(({ places }) => places) }
}

const responsesOf = (document: OpenApi, { place }: Operation): Map<string, Place> =>
  new Map(
    entries(place, 'responses')
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
  [older, from]: [OpenApi, Place],
  [newer, to]: [OpenApi, Place],
): Found => {
  const place = `response.${status.toLowerCase()}`
  const headers = compareHeaders(operation, place, headersOf(older, from), headersOf(newer, to))
  const bodies = compareMediaTypes(operation, 'response', `${place}.body`, [from, to])
  return {
    findings: [...headers.findings, ...bodies.findings],
    places: [...headers.places, ...bodies.places],
  }
}

/** By their names in lower case; one called `Content-Type` says nothing. */
const headersOf = (document: OpenApi, response: Place): Map<string, { name: string; header: Place }> =>
  new Map(
    entries(response, 'headers')
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, place]) => [name.toLowerCase(), { name, header: document.follow(place) }]),
  )

const compareHeaders = (
  operation: string,
  place: string,
  before: ReturnType<typeof headersOf>,
  after: ReturnType<typeof headersOf>,
): Found => {
  const findings: Finding[] = []
  const places: SchemaPlace[] = []
  for (const [key, { name, header: from }] of before) {
    const at = `${place}.header.${name}`
    const to = after.get(key)?.header
    const wasDeprecated = isDeprecated(from)
    const tell = (rule: string, { pointer }: Place) =>
      findings.push({ rule, operation, place: at, path: pointer, wasDeprecated })
    if (!to) {
      tell('response-header-removed', from)
      continue
    }
    const [was, is] = [flag(from, 'required'), flag(to, 'required')]
    if (was !== is) tell(`response-header-became-${is ? 'required' : 'optional'}`, to)
    const isMarked = isDeprecated(to)
    if (wasDeprecated !== isMarked)
      tell(`response-header-${isMarked ? 'deprecated' : 'no-longer-deprecated'}`, to)
    const schemas = { older: schemaOf(from), newer: schemaOf(to), path: to.pointer }
    places.push({ operation, place: at, direction: 'response', subject: 'header', ...schemas })
  }
  for (const [key, { name, header }] of after)
    if (!before.has(key))
      findings.push({
        rule: 'response-header-added',
        operation,
        place: `${place}.header.${name}`,
        path: header.pointer,
      })
  return { findings, places }
}

const schemaOf = (header: Place): Place | undefined => {
  const [media] = entries(header, 'content')
  return child(media?.[1] ?? header, 'schema')
}
