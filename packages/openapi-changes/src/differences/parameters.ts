import { child, DocumentError, entries, flag, items, type Place, text } from '../document.ts'
import type { Finding } from './finding.ts'
import { isDeprecated, parameterNames, type Side } from './operations.ts'
import type { Found, SchemaPlace } from './schemas.ts'

type Parameter = { name: string; location: string; isRequired: boolean; place: Place }

/** Headers that OpenAPI describes elsewhere; a parameter with such a name says nothing. */
const ignoredHeaders = ['accept', 'content-type', 'authorization']

/** What differs in the parameters of an operation. */
export const compareParameters = (older: Side, newer: Side): Found => {
  const operation = newer.operation.name
  const renamed = renamedParameters(older.operation.path, newer.operation.path)
  const [before, after] = [parametersOf(older), parametersOf(newer)]
  const pairs = before.map((from) => ({ from, to: counterpart(from, before, after, renamed) }))
  const met = new Set(pairs.map(({ to }) => to))
  const kept = pairs.flatMap(({ from, to }) => (to ? [{ from, to }] : []))
  const gone = pairs.filter(({ to }) => !to).map(({ from }) => from)
  const added = after.filter((parameter) => !met.has(parameter))
  return {
    findings: [
      ...kept.flatMap(({ from, to }) => compareParameter(operation, from, to)),
      ...gone.map((from) => about(operation, from, 'removed', { wasDeprecated: isDeprecated(from.place) })),
      ...added.map((to) => about(operation, to, `added-${to.isRequired ? 'required' : 'optional'}`)),
    ],
    places: kept.map(({ from, to }) => schemaPlace(operation, from, to)),
  }
}

const about = (
  operation: string,
  { location, name, place }: Parameter,
  end: string,
  more: Partial<Finding> = {},
): Finding => ({
  rule: `request-parameter-${end}`,
  operation,
  place: `request.${location}.${name}`,
  path: place.pointer,
  ...more,
})

const schemaPlace = (operation: string, from: Parameter, to: Parameter): SchemaPlace => ({
  operation,
  place: `request.${to.location}.${to.name}`,
  direction: 'request',
  subject: 'parameter',
  isOptional: !from.isRequired || !to.isRequired,
  older: schemaOf(from),
  newer: schemaOf(to),
  path: to.place.pointer,
})

/** Those of the operation, and those of its path that it does not replace. */
const parametersOf = ({ document, operation: { item, place } }: Side): Parameter[] => {
  const all = [...items(item, 'parameters'), ...items(place, 'parameters')].map((found): Parameter => {
    const parameter = document.follow(found)
    const [name, location] = [text(parameter, 'name'), text(parameter, 'in')]
    if (name === undefined || location === undefined)
      throw new DocumentError(`${parameter.pointer} has no name, or does not say where it belongs.`)
    const isRequired = location === 'path' || flag(parameter, 'required')
    return { name, location, isRequired, place: parameter }
  })
  const isMeant = ({ location, name }: Parameter) =>
    !(location === 'header' && ignoredHeaders.includes(name.toLowerCase()))
  return [...new Map(all.map((parameter) => [identity(parameter), parameter])).values()].filter(isMeant)
}

const identity = ({ location, name }: Parameter): string =>
  `${location} ${location === 'header' ? name.toLowerCase() : name}`

/** The same one in the newer document: under its name, under its new name in the path, or in another location. */
const counterpart = (
  from: Parameter,
  before: Parameter[],
  after: Parameter[],
  renamed: Map<string, string>,
): Parameter | undefined => {
  const name = from.location === 'path' ? (renamed.get(from.name) ?? from.name) : from.name
  const same = after.find((to) => identity(to) === identity({ ...from, name }))
  if (same) return same
  const isNew = (to: Parameter) => !before.some((parameter) => identity(parameter) === identity(to))
  return after.find((to) => to.name === from.name && isNew(to))
}

/** By their position in the path. */
const renamedParameters = (older: string, newer: string): Map<string, string> => {
  const names = parameterNames(newer)
  return new Map(parameterNames(older).map((name, index) => [name, names[index] ?? name]))
}

const compareParameter = (operation: string, from: Parameter, to: Parameter): Finding[] => {
  const wasDeprecated = isDeprecated(from.place)
  const tell = (end: string, more: Partial<Finding> = {}) =>
    about(operation, to, end, { wasDeprecated, ...more })
  const findings: Finding[] = []
  if (from.location !== to.location)
    findings.push(tell('location-changed', { from: from.location, to: to.location }))
  else if (from.name !== to.name && to.location === 'path')
    findings.push({ ...tell(''), rule: 'path-parameter-renamed', from: from.name, to: to.name })
  if (from.location === to.location && formOf(from) !== formOf(to))
    findings.push(tell('form-changed', { from: formOf(from), to: formOf(to) }))
  if (from.isRequired !== to.isRequired)
    findings.push(tell(`became-${to.isRequired ? 'required' : 'optional'}`))
  if (wasDeprecated !== isDeprecated(to.place))
    findings.push(tell(wasDeprecated ? 'no-longer-deprecated' : 'deprecated'))
  return findings
}

/** How its value is written: OpenAPI's defaults depend on where it belongs. */
const formOf = ({ place, location }: Parameter): string => {
  const [media] = entries(place, 'content')
  if (media) return media[0]
  const style = text(place, 'style') ?? (location === 'query' || location === 'cookie' ? 'form' : 'simple')
  const explode = child(place, 'explode') ? flag(place, 'explode') : style === 'form'
  const allowed = ['allowReserved', 'allowEmptyValue'].filter((key) => flag(place, key))
  return [style, ...(explode ? ['explode'] : []), ...allowed].join(' ')
}

const schemaOf = ({ place }: Parameter): Place | undefined => {
  const [media] = entries(place, 'content')
  return child(media?.[1] ?? place, 'schema')
}
