import type { BoundName } from './bounds.ts'
import { fromCanonical } from './canonical.ts'
import { anything } from './plain-shape.ts'
import type { Shape } from './shape.ts'
import { isOfType, type TypeName, type Types } from './types.ts'

/** A shape for values of some types only: what it says of values of others is left out. */
export const ofTypes = (shape: Shape, types: Types): Shape => {
  const has = (type: TypeName) => types.has(type)
  const { properties, required, others } = anything(shape.pointer)
  return {
    ...shape,
    types,
    values:
      shape.values && new Map([...shape.values].filter(([value]) => isOfType(fromCanonical(value), types))),
    bounds: new Map([...shape.bounds].filter(([name]) => isAbout(name, types))),
    prefix: has('array') ? shape.prefix : [],
    items: has('array') ? shape.items : [],
    hasUniqueItems: has('array') && shape.hasUniqueItems,
    pattern: has('string') ? shape.pattern : undefined,
    multipleOf: hasNumbers(types) ? shape.multipleOf : undefined,
    ...(has('object') ? {} : { properties, required, others }),
  }
}

/** Whether a shape says something of values of types that it does not have. */
export const saysOfOthers = (shape: Shape): boolean => {
  const { types, bounds, prefix, items, hasUniqueItems, pattern, multipleOf } = shape
  const { properties, required, others } = shape
  return (
    (!types.has('array') && (hasUniqueItems || prefix.length + items.length > 0)) ||
    (!types.has('string') && pattern !== undefined) ||
    (!hasNumbers(types) && multipleOf !== undefined) ||
    (!types.has('object') && (properties.size + required.size > 0 || others !== 'open')) ||
    [...bounds.keys()].some((name) => !isAbout(name, types))
  )
}

const hasNumbers = (types: Types): boolean => types.has('number') || types.has('integer')

const isAbout = (name: BoundName, types: Types): boolean => {
  if (name.endsWith('Length')) return types.has('string')
  if (name.endsWith('Items')) return types.has('array')
  return name.endsWith('Properties') ? types.has('object') : hasNumbers(types)
}
