import { child, DocumentError, flag, isObject, items, type OpenApi, type Place } from '../document.ts'
import { canonical } from './canonical.ts'
import { impliedNull } from './null-words.ts'
import type { Shape } from './shape.ts'

/** Null is told apart, for it is another question whether something may be missing. */
export type TypeName = 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string'

export type Types = ReadonlySet<TypeName>

export const allTypes: Types = new Set(['array', 'boolean', 'number', 'object', 'string'])

/** What a schema of its own says by `type`, `nullable`, `enum`, `const` and `x-extensible-enum`. */
export const typesAndValues = (
  document: OpenApi,
  place: Place,
): Pick<Shape, 'types' | 'isNullable' | 'isNullMeant' | 'values' | 'known'> => {
  const declared = declaredTypes(document, place)
  const listed = valuesOf(place)
  const isMarked = document.is30 && flag(place, 'nullable')
  const isListed = listed?.some(({ value }) => value === null) ?? true
  const isNullMeant = place.value === impliedNull || (isMarked && !isListed)
  if (!listed) return { ...declared, isNullMeant, known: knownValues(place) }
  const isNullable = declared.isNullable && (isListed || isMarked)
  const allowed = listed.filter(({ value }) => isOfType(value, declared.types))
  // true and false are all that there is
  if (isEveryBoolean(allowed)) {
    return { types: new Set(['boolean']), isNullable, isNullMeant, known: knownValues(place) }
  }
  return {
    types: united(allowed.map(({ value }) => typesOfValue(value))),
    isNullable,
    isNullMeant,
    values: new Map(allowed.map(({ value, pointer }) => [canonical(value), pointer])),
  }
}

const isEveryBoolean = (values: Place[]): boolean =>
  values.every(({ value }) => typeof value === 'boolean') &&
  new Set(values.map(({ value }) => value)).size === 2

/** Whether whatever has one of these types has one of those. */
export const isWithin = (types: Types, others: Types): boolean =>
  types.size > 0 &&
  [...types].every((type) => others.has(type) || (type === 'integer' && others.has('number')))

export const isOfType = (value: unknown, types: Types): boolean => isWithin(typesOfValue(value), types)

export const intersected = (types: Types, others: Types): Types =>
  new Set([
    ...[...types].filter((type) => isWithin(new Set([type]), others)),
    ...[...others].filter((type) => isWithin(new Set([type]), types)),
  ])

/** Whether a schema says that it is null, and no more. */
export const isNullOnly = (schema: unknown): boolean =>
  isObject(schema) &&
  [schema.type].flat().join() === 'null' &&
  Object.keys(schema).every((key) => ['type', 'title', 'description'].includes(key))

const declaredTypes = ({ is30 }: OpenApi, place: Place): { types: Types; isNullable: boolean } => {
  const type = child(place, 'type')
  if (!type) return { types: allTypes, isNullable: true }
  if (typeof type.value === 'string' && type.value !== 'null') {
    return { types: alone[typeName(type)], isNullable: is30 && flag(place, 'nullable') }
  }
  const names = Array.isArray(type.value) ? items(place, 'type') : [type]
  const types = names.filter(({ value }) => value !== 'null').map(typeName)
  const isNullable = types.length < names.length || (is30 && flag(place, 'nullable'))
  return { types: united([new Set(types)]), isNullable }
}

/** For what has one, as most have. */
const alone: Record<TypeName, Types> = {
  array: new Set(['array']),
  boolean: new Set(['boolean']),
  integer: new Set(['integer']),
  number: new Set(['number']),
  object: new Set(['object']),
  string: new Set(['string']),
}

const none: Types = new Set()

const typeName = ({ value, pointer }: Place): TypeName => {
  if (value === 'integer' || allTypes.has(value as TypeName)) return value as TypeName
  throw new DocumentError(`${pointer} is not a type.`)
}

const valuesOf = (place: Place): Place[] | undefined => {
  const only = child(place, 'const')
  const listed = child(place, 'enum') && items(place, 'enum')
  if (!only || !listed) return only ? [only] : listed
  return listed.some(({ value }) => canonical(value) === canonical(only.value)) ? [only] : []
}

/** An extension is not worth refusing a document for: what is no list says nothing. */
const knownValues = (place: Place): ReadonlyMap<string, string> | undefined => {
  if (!Array.isArray(child(place, 'x-extensible-enum')?.value)) return undefined
  const named = items(place, 'x-extensible-enum').filter(({ value }) => value !== null)
  return new Map(named.map(({ value, pointer }) => [canonical(value), pointer]))
}

export const typesOfValue = (value: unknown): Types => {
  if (value === null) return none
  if (Array.isArray(value)) return alone.array
  if (typeof value === 'bigint') return alone.integer
  if (typeof value === 'number') return Number.isInteger(value) ? alone.integer : alone.number
  return alone[typeof value as TypeName]
}

/** Every whole number is a number: no need to say both. */
export const united = (sets: Types[]): Types => {
  const types = new Set(sets.flatMap((set) => [...set]))
  if (types.has('number')) types.delete('integer')
  return types
}
