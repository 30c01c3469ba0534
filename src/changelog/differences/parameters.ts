import { child, DocumentError, entries, flag, items, type OpenApi, type Place, text } from '../document.ts'
import { canonical } from './canonical.ts'
import type { Finding } from './finding.ts'
import { isDeprecated, type Operation, parameterNames } from './operations.ts'
import type { SchemaPlace } from './schemas.ts'

type Parameter = { name: string; location: string; isRequired: boolean; place: Place }

/** Headers that OpenAPI describes elsewhere; a parameter with such a name says nothing. */
const ignoredHeaders = ['accept', 'content-type', 'authorization']

/** What differs in the parameters of an operation. */
export const compareParameters = (
  [older, olderOperation]: [OpenApi, Operation],
  [newer, newerOperation]: [OpenApi, Operation],
): { findings: Finding[]; places: SchemaPlace[] } => {
  const operation = newerOperation.name
  const renamed = renamedParameters(olderOperation.path, newerOperation.path)
  const before = parametersOf(older, olderOperation)
  const after = parametersOf(newer, newerOperation)
  const findings: Finding[] = []
  const places: SchemaPlace[] = []
  const met = new Set<Parameter>()
  const tell = (rule: string, { location, name, place }: Parameter, more: Partial<Finding> = {}) =>
    findings.push({ rule, operation, place: `request.${location}.${name}`, path: place.pointer, ...more })

  for (const from of before) {
    const wasDeprecated = isDeprecated(from.place)
    const to = counterpart(from, before, after, renamed)
    if (!to) tell('request-parameter-removed', from, { wasDeprecated })
    else {
      met.add(to)
      findings.push(...compareParameter(operation, from, to))
      places.push({
        operation,
        place: `request.${to.location}.${to.name}`,
        direction: 'request',
        subject: 'parameter',
        isOptional: !from.isRequired || !to.isRequired,
        older: schemaOf(from),
        newer: schemaOf(to),
        path: to.place.pointer,
      })
    }
  }
  for (const to of after.filter((parameter) => !met.has(parameter)))
    tell(`request-parameter-added-${to.isRequired ? 'required' : 'optional'}`, to)
  return { findings, places }
}

/** Those of the operation, and those of its path that it does not replace. */
const parametersOf = (document: OpenApi, { item, place }: Operation): Parameter[] => {
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
  const about = (rule: string, more: Partial<Finding> = {}): Finding => {
    return {
      rule,
      operation,
      place: `request.${to.location}.${to.name}`,
      path: to.place.pointer,
      wasDeprecated,
      ...more,
    }
  }
  const [wasWritten, isWritten] = [formOf(from), formOf(to)]
  const isMoved = from.location !== to.location
  const isMarked = isDeprecated(to.place)
  return [
    ...(from.name !== to.name && to.location === 'path'
      ? [about('path-parameter-renamed', { from: from.name, to: to.name })]
      : []),
    ...(isMoved
      ? [about('request-parameter-location-changed', { from: from.location, to: to.location })]
      : []),
    ...(wasWritten !== isWritten && !isMoved
      ? [about('request-parameter-form-changed', { from: wasWritten, to: isWritten })]
      : []),
    ...(from.isRequired === to.isRequired
      ? []
      : [about(`request-parameter-became-${to.isRequired ? 'required' : 'optional'}`)]),
    ...(wasDeprecated === isMarked
      ? []
      : [about(`request-parameter-${isMarked ? 'deprecated' : 'no-longer-deprecated'}`)]),
  ]
}

/** How its value is written: OpenAPI's defaults depend on where it belongs. */
const formOf = ({ place, location }: Parameter): string => {
  const [media] = entries(place, 'content')
  if (media) return media[0]
  const style = text(place, 'style') ?? (location === 'query' || location === 'cookie' ? 'form' : 'simple')
  const explode = child(place, 'explode') ? flag(place, 'explode') : style === 'form'
  const allowed = ['allowReserved', 'allowEmptyValue'].filter((key) => flag(place, key))
  return canonical([style, ...(explode ? ['explode'] : []), ...allowed].join(' '))
}

const schemaOf = ({ place }: Parameter): Place | undefined => {
  const [media] = entries(place, 'content')
  return child(media?.[1] ?? place, 'schema')
}
