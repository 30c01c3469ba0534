import { child, entries, flag, type OpenApi, type Place } from '../document.ts'
import { canonical } from './canonical.ts'
import type { Finding } from './finding.ts'
import type { Operation } from './operations.ts'
import type { SchemaPlace } from './schemas.ts'

type Found = { findings: Finding[]; places: SchemaPlace[] }

/** What differs in the body of an operation's requests. */
export const compareRequestBody = (
  [older, olderOperation]: [OpenApi, Operation],
  [newer, newerOperation]: [OpenApi, Operation],
): Found => {
  const operation = newerOperation.name
  const [before, after] = [bodyOf(older, olderOperation), bodyOf(newer, newerOperation)]
  const tell = (rule: string, { pointer }: Place): Found => {
    return { findings: [{ rule, operation, place: 'request.body', path: pointer }], places: [] }
  }
  if (!before && !after) return { findings: [], places: [] }
  if (!before || !after) {
    if (before) return tell('request-body-removed', before)
    if (!after) return { findings: [], places: [] }
    return tell(`request-body-added-${flag(after, 'required') ? 'required' : 'optional'}`, after)
  }
  const [was, is] = [flag(before, 'required'), flag(after, 'required')]
  const { findings, places } = compareMediaTypes(operation, 'request', 'request.body', [before, after])
  const isOptional = !was || !is
  const requirement =
    was === is ? [] : tell(`request-body-became-${is ? 'required' : 'optional'}`, after).findings
  return {
    findings: [...requirement, ...findings],
    places: places.map((place) => ({ ...place, isOptional })),
  }
}

const bodyOf = (document: OpenApi, { place }: Operation): Place | undefined => {
  const body = child(place, 'requestBody')
  return body && document.follow(body)
}

/** What differs in the media types that a body may have, and where each of them has its schema. */
export const compareMediaTypes = (
  operation: string,
  direction: 'request' | 'response',
  place: string,
  [older, newer]: [Place, Place],
): Found => {
  const [before, after] = [mediaTypesOf(older), mediaTypesOf(newer)]
  const findings: Finding[] = []
  const places: SchemaPlace[] = []
  for (const [type, from] of before) {
    const to = after.get(type)
    const at = type === 'application/json' ? place : `${place}(${type})`
    const tell = (rule: string, { pointer }: Place) =>
      findings.push({ rule, operation, place: at, path: pointer })
    if (!to) tell(`${direction}-media-type-removed`, from)
    else {
      if (direction === 'request' && encodingOf(from) !== encodingOf(to)) tell('request-encoding-changed', to)
      const [olderSchema, newerSchema] = [child(from, 'schema'), child(to, 'schema')]
      const schemas = { older: olderSchema, newer: newerSchema, path: to.pointer }
      places.push({ operation, place: at, direction, subject: 'body', ...schemas })
    }
  }
  for (const [type, { pointer }] of after)
    if (!before.has(type))
      findings.push({
        rule: `${direction}-media-type-added`,
        operation,
        place: `${place}(${type})`,
        path: pointer,
      })
  return { findings, places }
}

const mediaTypesOf = (body: Place): Map<string, Place> =>
  new Map(entries(body, 'content').map(([type, place]) => [type.toLowerCase().replace(/\s+/g, ''), place]))

const encodingOf = (media: Place): string => canonical(child(media, 'encoding')?.value ?? {})
