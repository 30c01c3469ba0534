import { child, items, type Place } from '../document.ts'
import { anything, saysNoMore } from './plain-shape.ts'
import type { Shape } from './shape.ts'
import { isNullOnly, united } from './types.ts'

/**
 * What a choice says that is none: a choice of one is that one, a choice of one and null is that one, nullable, and a
 * choice among lists of values is a list of values.
 */
export const soleShapes = (
  place: Place,
  keyword: 'oneOf' | 'anyOf',
  partsOf: (branch: Place) => Shape[],
): Shape[] | undefined => {
  const all = items(place, keyword)
  const others = all.filter(({ value }) => !isNullOnly(value))
  const [only] = others
  if (only && all.length === 1) return partsOf(only)
  if (only && others.length === 1 && all.length === 2) return nullable(partsOf(only), keyword)
  return all.length > 1 && all.every(mayListValues)
    ? listOfValues(place, all.map(partsOf), keyword)
    : undefined
}

const nullable = (parts: Shape[], keyword: 'oneOf' | 'anyOf'): Shape[] | undefined => {
  // `oneOf` refuses null where both allow it
  if (keyword === 'oneOf' && parts.every(({ isNullable }) => isNullable)) return undefined
  // what else these say would be said of null as well
  if (parts.some(({ conditions, choice, rest }) => conditions.size > 0 || choice || rest.length > 0))
    return undefined
  return parts.map(nullableOf)
}

/** The same copy each time, so that it is compared once. */
const nullables = new WeakMap<Shape, Shape>()

const nullableOf = (shape: Shape): Shape => {
  const known = shape.isNullable ? shape : nullables.get(shape)
  const copy = known ?? { ...shape, isNullable: true }
  nullables.set(shape, copy)
  return copy
}

/** At a glance, for most choices are among objects. */
const mayListValues = ({ value }: Place): boolean =>
  typeof value === 'object' && value !== null && ('const' in value || 'enum' in value || isNullOnly(value))

const listOfValues = (place: Place, branches: Shape[][], keyword: 'oneOf' | 'anyOf'): Shape[] | undefined => {
  const values = new Map<string, string>()
  let nulls = 0
  const isTwice = new Set<string>()
  for (const parts of branches) {
    const [part] = parts
    const isList = part && (part.values || part.types.size === 0) && saysNoMore(part) && !part.choice
    if (parts.length !== 1 || !isList || part.isDeprecated) return undefined
    if (part.isNullable) nulls++
    for (const [value, pointer] of part.values ?? []) {
      if (values.has(value)) isTwice.add(value)
      values.set(value, pointer)
    }
  }
  // `oneOf` refuses what is listed twice
  if (keyword === 'oneOf') for (const value of isTwice) values.delete(value)
  const isNullable = nulls === 1 || (nulls > 1 && keyword === 'anyOf')
  const types = united(branches.flatMap((parts) => parts.map((part) => part.types)))
  const at = () => child(place, keyword)?.pointer
  return [{ ...anything(place.pointer), at, types, isNullable, values }]
}
