import { entries, flag, type OpenApi, type Place } from '../document.ts'
import type { Finding } from './finding.ts'
import { formOf, holderOfSchema, isPlainText } from './form.ts'
import type { Holder } from './media-types.ts'
import { isDeprecated } from './operations.ts'
import { type Found, type SchemaPlace, schemaAt } from './schemas.ts'
import { isBeforeSunset, sunsetChange, sunsetOf } from './sunset.ts'

/** By their names in lower case. */
type Headers = Map<string, { name: string; header: Place }>

/** What differs in the headers of an answer. */
export const compareHeaders = (place: string, older: Holder, newer: Holder, today?: string): Found => {
  const operation = newer.side.operation.name
  const [before, after] = [
    headersOf(older.side.document, older.place),
    headersOf(newer.side.document, newer.place),
  ]
  const tell = (end: string, name: string, { pointer }: Place, more: Partial<Finding> = {}): Finding => {
    const at = { operation, place: `${place}.header.${name}`, path: pointer }
    return { rule: `response-header-${end}`, ...at, ...more }
  }
  const kept = [...before].flatMap(([key, { name, header: from }]) => {
    const to = after.get(key)?.header
    if (!to) return []
    const schemas = {
      older: schemaAt(older.side, holderOfSchema(from)),
      newer: schemaAt(newer.side, holderOfSchema(to)),
    }
    return [{ name, from, to, schemas, form: formChange(older, newer, from, to, schemas) }]
  })
  const gone = [...before].filter(([key]) => !after.has(key))
  const added = [...after].filter(([key]) => !before.has(key))
  return {
    findings: [
      ...kept.flatMap(({ name, from, to, form }) => {
        const changes: End[] = [...endsOf(from, to), ...form]
        const wasDeprecated = isDeprecated(from)
        return changes.map(({ end, ...more }) => tell(end, name, to, { wasDeprecated, ...more }))
      }),
      ...gone.map(([, { name, header }]) => {
        const [wasDeprecated, until] = [isDeprecated(header), sunsetOf(header)]
        return isBeforeSunset(wasDeprecated, until, today)
          ? tell('removed-before-sunset', name, header, { wasDeprecated, from: until })
          : tell('removed', name, header, { wasDeprecated })
      }),
      ...added.map(([, { name, header }]) =>
        tell('added', name, header, { isRequired: flag(header, 'required') }),
      ),
    ],
    places: kept.map(({ name, from, to, schemas }): SchemaPlace => {
      const isText = isPlainText(from) && isPlainText(to)
      const at = { operation, place: `${place}.header.${name}`, path: to.pointer }
      return { ...at, direction: 'response', subject: 'header', isText, ...schemas }
    }),
  }
}

/** The headers of an answer; one called `Content-Type` says nothing. */
const headersOf = (document: OpenApi, response: Place): Headers =>
  new Map(
    entries(response, 'headers')
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, place]) => [name.toLowerCase(), { name, header: document.follow(place) }]),
  )

type End = { end: string; from?: string; to?: string }

const endsOf = (from: Place, to: Place): End[] => {
  const isRequired = flag(to, 'required')
  const [wasMarked, isMarked] = [isDeprecated(from), isDeprecated(to)]
  return [
    ...(flag(from, 'required') === isRequired
      ? []
      : [{ end: `became-${isRequired ? 'required' : 'optional'}` }]),
    ...(wasMarked === isMarked ? [] : [{ end: isMarked ? 'deprecated' : 'no-longer-deprecated' }]),
    ...sunsetChange(sunsetOf(from), sunsetOf(to), isMarked),
  ]
}

const formChange = (
  older: Holder,
  newer: Holder,
  before: Place,
  after: Place,
  schemas: Pick<SchemaPlace, 'older' | 'newer'>,
): End[] => {
  const types = new Set([
    ...older.side.shapes.shapeOf(schemas.older).types,
    ...newer.side.shapes.shapeOf(schemas.newer).types,
  ])
  const [from, to] = [formOf(before, 'header', types), formOf(after, 'header', types)]
  return from === to ? [] : [{ end: 'form-changed', from, to }]
}
