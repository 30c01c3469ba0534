import { isObject } from '../document.ts'
import { formOf } from './form.ts'
import type { Parameter } from './parameter.ts'

type Sides = { before: Parameter[]; after: Parameter[] }

/**
 * An object in the query is written as parameters that are called after its properties. Where the other document has
 * these on their own, it is taken apart.
 */
export const takenApart = (
  { before, after }: Sides,
  isSame: (one: Parameter, other: Parameter) => boolean,
): Sides => {
  const apart = (some: Parameter[], others: Parameter[], isNewer: boolean) =>
    some.flatMap((parameter) => {
      const has = (one: Parameter) => others.some((other) => isSame(one, other))
      const parts = has(parameter) || !mayHold(parameter, others) ? [] : partsOf(parameter, isNewer)
      return parts.some(has) ? parts : [parameter]
    })
  return { before: apart(before, after, false), after: apart(after, before, true) }
}

/** At a glance, for what is gone need not be understood. */
const mayHold = ({ name, schema }: Parameter, others: Parameter[]): boolean =>
  schema.some(({ value }) => {
    const names = isObject(value) && isObject(value.properties) ? Object.keys(value.properties) : []
    return names.some((inner) => others.some((other) => [inner, `${name}[${inner}]`].includes(other.name)))
  })

const partsOf = (parameter: Parameter, isNewer: boolean): Parameter[] => {
  const { name, location, place, schema, shapes } = parameter
  const { types, properties, required, choice, rest } = shapes.shapeOf(schema)
  const isObject = types.size === 1 && types.has('object') && !choice && rest.length === 0
  const form = formOf(place, location, types)
  if (!isObject || !['form explode', 'deepObject'].includes(form)) return []
  // one that is required is asked for as soon as another one is sent
  const isAsked = parameter.isRequired || (isNewer && properties.size > 1)
  return [...properties].flatMap(([property, { schema, pointer }]): Parameter[] => {
    const { isReadOnly, isDeprecated, sunset } = shapes.shapeOf(schema)
    if (isReadOnly) return []
    const called = form === 'deepObject' ? `${name}[${property}]` : property
    const value = { name: called, in: location, deprecated: isDeprecated, 'x-sunset': sunset }
    const isRequired = isAsked && required.has(property)
    return [{ name: called, location, isRequired, place: { value, pointer }, schema, shapes }]
  })
}
