import { DocumentError, flag, items, text } from '../document.ts'
import { takenApart } from './exploded.ts'
import type { Finding } from './finding.ts'
import { holderOfSchema } from './form.ts'
import { isDeprecated, parameterNames, type Side } from './operations.ts'
import { compareParameter, type Parameter } from './parameter.ts'
import { type Found, schemaAt } from './schemas.ts'
import { isBeforeSunset, sunsetOf } from './sunset.ts'

/** Headers that OpenAPI describes elsewhere; a parameter with such a name says nothing. */
const ignoredHeaders = ['accept', 'content-type', 'authorization']

/** What differs in the parameters of an operation. */
export const compareParameters = (older: Side, newer: Side, today?: string): Found => {
  const operation = newer.operation.name
  const renamed = renamedParameters(older.operation.path, newer.operation.path)
  const { before, after } = takenApart(
    { before: parametersOf(older), after: parametersOf(newer) },
    (one, other) => identity(one) === identity(other),
  )
  const pairs = before.map((from) => ({ from, to: counterpart(from, before, after, renamed) }))
  const met = new Set(pairs.map(({ to }) => to))
  const kept = pairs.flatMap(({ from, to }) => (to ? [compareParameter(operation, from, to)] : []))
  const gone = pairs.filter(({ to }) => !to).map(({ from }) => from)
  const added = after.filter((parameter) => !met.has(parameter))
  return {
    findings: [
      ...kept.flatMap(({ findings }) => findings),
      ...gone.map((from) => tellGone(operation, from, today)),
      ...added.map((to) => about(operation, to, `added-${to.isRequired ? 'required' : 'optional'}`)),
    ],
    places: kept.flatMap(({ places }) => places),
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

const tellGone = (operation: string, from: Parameter, today: string | undefined): Finding => {
  const [wasDeprecated, until] = [isDeprecated(from.place), sunsetOf(from.place)]
  return isBeforeSunset(wasDeprecated, until, today)
    ? about(operation, from, 'removed-before-sunset', { wasDeprecated, from: until })
    : about(operation, from, 'removed', { wasDeprecated })
}

/** Those of the operation, and those of its path that it does not replace. */
const parametersOf = (side: Side): Parameter[] => {
  const { document, shapes, operation } = side
  // what stands beside a reference comes before what it leads to
  const holders = [...operation.items.toReversed(), operation.place]
  const all = holders
    .flatMap((holder) => items(holder, 'parameters'))
    .map((found): Parameter => {
      const place = document.follow(found)
      const [name, location] = [text(place, 'name'), text(place, 'in')]
      if (name === undefined || location === undefined)
        throw new DocumentError(`${place.pointer} has no name, or does not say where it belongs.`)
      const isRequired = location === 'path' || flag(place, 'required')
      const schema = schemaAt(side, holderOfSchema(place))
      return { name, location, isRequired, place, schema, shapes }
    })
  const isMeant = ({ location, name }: Parameter) =>
    !(location === 'header' && ignoredHeaders.includes(name.toLowerCase()))
  return [...new Map(all.map((parameter) => [identity(parameter), parameter])).values()].filter(isMeant)
}

/** A whole query string is never called by its name. */
const identity = ({ location, name }: Pick<Parameter, 'location' | 'name'>): string => {
  if (location === 'querystring') return location
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`
}

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
