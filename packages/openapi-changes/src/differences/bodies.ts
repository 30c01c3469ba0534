import { child, entries, flag, type Place } from '../document.ts'
import { canonical } from './canonical.ts'
import type { Finding } from './finding.ts'
import type { Side } from './operations.ts'
import type { Found } from './schemas.ts'

/** What differs in the body of an operation's requests. */
export const compareRequestBody = (older: Side, newer: Side): Found => {
  const operation = newer.operation.name
  const [before, after] = [bodyOf(older), bodyOf(newer)]
  const tell = (end: string, { pointer }: Place): Finding => {
    return { rule: `request-body-${end}`, operation, place: 'request.body', path: pointer }
  }
  if (!before && !after) return { findings: [], places: [] }
  if (!after) return { findings: before ? [tell('removed', before)] : [], places: [] }
  const is = flag(after, 'required')
  if (!before) return { findings: [tell(`added-${is ? 'required' : 'optional'}`, after)], places: [] }
  const was = flag(before, 'required')
  const { findings, places } = compareMediaTypes(operation, 'request', 'request.body', [before, after])
  return {
    findings: was === is ? findings : [tell(`became-${is ? 'required' : 'optional'}`, after), ...findings],
    places: places.map((place) => ({ ...place, isOptional: !was || !is })),
  }
}

const bodyOf = ({ document, operation }: Side): Place | undefined => {
  const body = child(operation.place, 'requestBody')
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
  const tell = (end: string, type: string, { pointer }: Place): Finding => {
    return { rule: `${direction}-${end}`, operation, place: `${place}(${type})`, path: pointer }
  }
  const gone = [...before].filter(([type]) => !after.has(type))
  const added = [...after].filter(([type]) => !before.has(type))
  const kept = [...before].flatMap(([type, from]) => {
    const to = after.get(type)
    return to ? [{ type, from, to }] : []
  })
  const rewritten = kept.filter(
    ({ from, to }) => direction === 'request' && encodingOf(from) !== encodingOf(to),
  )
  return {
    findings: [
      ...gone.map(([type, from]) => tell('media-type-removed', type, from)),
      ...added.map(([type, to]) => tell('media-type-added', type, to)),
      ...rewritten.map(({ type, to }) => tell('encoding-changed', type, to)),
    ],
    places: kept.map(({ type, from, to }) => ({
      operation,
      // what nearly all bodies are need not be said
      place: type === 'application/json' ? place : `${place}(${type})`,
      direction,
      subject: 'body',
      older: child(from, 'schema'),
      newer: child(to, 'schema'),
      path: to.pointer,
    })),
  }
}

const mediaTypesOf = (body: Place): Map<string, Place> =>
  new Map(entries(body, 'content').map(([type, place]) => [type.toLowerCase().replace(/\s+/g, ''), place]))

const encodingOf = (media: Place): string => canonical(child(media, 'encoding')?.value ?? {})
