import { child, items, type Place } from '../document.ts'
import { impliedNull } from './null-words.ts'
import { anything, saysNoMore, saysNothing } from './plain-shape.ts'
import type { Part, Shape } from './shape.ts'
import { isNullOnly, united } from './types.ts'

/**
 * What a choice says that is none: a choice of one is that one, a choice of one and null is that one, nullable, and a
 * choice among lists of values is a list of values.
 */
export const soleShapes = (
  place: Place,
  keyword: 'oneOf' | 'anyOf',
  partsOf: PartsOf,
): Shape[] | undefined => {
  const all = items(place, keyword)
  const others = all.filter(({ value }) => !isNullOnly(value))
  const [only] = others
  if (all[0] && all.length === 1) return partsOf(all[0])
  const isNull = all.find((branch) => branch !== only)
  if (only && isNull && others.length === 1 && all.length === 2)
    return nullable(partsOf(only), keyword, isNull, partsOf)
  return all.length > 1 && all.every(mayListValues)
    ? listOfValues(place, all.map(partsOf), keyword)
    : undefined
}

type PartsOf = (branch: Place) => Shape[]

const nullable = (
  parts: Shape[],
  keyword: 'oneOf' | 'anyOf',
  isNull: Place,
  partsOf: PartsOf,
): Shape[] | undefined => {
  const [only] = parts
  if (only?.choice && parts.length === 1 && saysNothing(only)) return withNull(only, keyword, isNull, partsOf)
  // `oneOf` refuses null where both allow it
  if (keyword === 'oneOf' && parts.every(({ isNullable }) => isNullable)) return undefined
  // what else these say would be said of null as well
  if (parts.some(({ conditions, choice, rest }) => conditions.size > 0 || choice || rest.length > 0))
    return undefined
  return parts.map((part) => nullableOf(part, isNull.value === impliedNull))
}

/** A choice among others and null is one choice, unless null is among them already. */
const withNull = (
  shape: Shape,
  keyword: 'oneOf' | 'anyOf',
  isNull: Place,
  partsOf: PartsOf,
): Shape[] | undefined => {
  const branches = shape.choice?.branches ?? []
  const isNullable = ({ schema }: Part) => schema.flatMap(partsOf).every((part) => part.isNullable)
  const nulls = branches.filter(isNullable).length
  if (nulls > 0) return nulls === 1 && keyword === 'anyOf' ? [shape] : undefined
  const branch = { schema: [isNull], pointer: isNull.pointer }
  return shape.choice && [{ ...shape, choice: { ...shape.choice, branches: [...branches, branch] } }]
}

/** The same copy each time, so that it is compared once. */
const nullables = { said: new WeakMap<Shape, Shape>(), meant: new WeakMap<Shape, Shape>() }

const nullableOf = (shape: Shape, isNullMeant: boolean): Shape => {
  const copies = nullables[isNullMeant ? 'meant' : 'said']
  const known = shape.isNullable ? shape : copies.get(shape)
  const copy = known ?? { ...shape, isNullable: true, isNullMeant }
  copies.set(shape, copy)
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
