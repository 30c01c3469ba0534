import { child, entries, flag, type OpenApi, type Place } from '../document.ts'
import type { Finding } from './finding.ts'
import { isDeprecated } from './operations.ts'
import type { Found } from './schemas.ts'

/** By their names in lower case. */
export type Headers = Map<string, { name: string; header: Place }>

/** The headers of an answer; one called `Content-Type` says nothing. */
export const headersOf = (document: OpenApi, response: Place): Headers =>
  new Map(
    entries(response, 'headers')
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, place]) => [name.toLowerCase(), { name, header: document.follow(place) }]),
  )

/** What differs in the headers of an answer. */
export const compareHeaders = (operation: string, place: string, before: Headers, after: Headers): Found => {
  const tell = (end: string, name: string, { pointer }: Place, wasDeprecated = false): Finding => {
    return {
      rule: `response-header-${end}`,
      operation,
      place: `${place}.header.${name}`,
      path: pointer,
      wasDeprecated,
    }
  }
  const kept = [...before].flatMap(([key, { name, header: from }]) => {
    const to = after.get(key)?.header
    return to ? [{ name, from, to }] : []
  })
  const gone = [...before].filter(([key]) => !after.has(key))
  const added = [...after].filter(([key]) => !before.has(key))
  return {
    findings: [
      ...kept.flatMap(({ name, from, to }) =>
        endsOf(from, to).map((end) => tell(end, name, to, isDeprecated(from))),
      ),
      ...gone.map(([, { name, header }]) => tell('removed', name, header, isDeprecated(header))),
      ...added.map(([, { name, header }]) => tell('added', name, header)),
    ],
    places: kept.map(({ name, from, to }) => ({
      operation,
      place: `${place}.header.${name}`,
      direction: 'response',
      subject: 'header',
      older: schemaOf(from),
      newer: schemaOf(to),
      path: to.pointer,
    })),
  }
}

const endsOf = (from: Place, to: Place): string[] => {
  const isRequired = flag(to, 'required')
  const [wasMarked, isMarked] = [isDeprecated(from), isDeprecated(to)]
  return [
    ...(flag(from, 'required') === isRequired ? [] : [`became-${isRequired ? 'required' : 'optional'}`]),
    ...(wasMarked === isMarked ? [] : [isMarked ? 'deprecated' : 'no-longer-deprecated']),
  ]
}

const schemaOf = (header: Place): Place | undefined => {
  const [media] = entries(header, 'content')
  return child(media?.[1] ?? header, 'schema')
}
