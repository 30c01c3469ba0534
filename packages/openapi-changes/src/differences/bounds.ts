import { child, number, objectOf, type Place } from '../document.ts'

export type BoundName = `${'min' | 'max'}${'imum' | 'Length' | 'Items' | 'Properties'}`

export type Bound = { value: number | bigint; isExclusive: boolean }

export type Bounds = ReadonlyMap<BoundName, Bound>

const sizes = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const

const keywords = new Set<string>([...sizes, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'])

const none: Bounds = new Map()

export const boundsOf = (place: Place): Bounds => {
  // most schemas have none
  if (!Object.keys(objectOf(place)).some((key) => keywords.has(key))) return none
  const bounds = new Map<BoundName, Bound>()
  for (const name of sizes) {
    const value = number(place, name)
    // nothing is shorter than nothing
    const isIdle = value === undefined || (value <= 0 && name.startsWith('min'))
    if (!isIdle) bounds.set(name, { value, isExclusive: false })
  }
  for (const name of ['minimum', 'maximum'] as const) {
    const found = valueBounds(place, name)
    if (found.length > 0)
      bounds.set(
        name,
        found.reduce((one, other) => tighter(name, one, other)),
      )
  }
  return bounds
}

export const boundsOfBoth = (one: Bounds, other: Bounds): Bounds => {
  if (one.size === 0 || other.size === 0) return one.size === 0 ? other : one
  const bounds = new Map(one)
  for (const [name, bound] of other) {
    const known = bounds.get(name)
    bounds.set(name, known ? tighter(name, known, bound) : bound)
  }
  return bounds
}

/** The one of two bounds that leaves less room. */
export const tighter = (name: BoundName, one: Bound, other: Bound): Bound => {
  if (areEqual(one.value, other.value)) return one.isExclusive ? one : other
  return one.value > other.value === name.startsWith('min') ? one : other
}

/** One may be a `bigint`, and the other be written as 1e20. */
export const areEqual = (one: number | bigint, other: number | bigint): boolean =>
  !(one < other) && !(one > other)

const valueBounds = (place: Place, name: 'minimum' | 'maximum'): Bound[] => {
  const exclusiveName = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
  const value = number(place, name)
  const exclusive = child(place, exclusiveName)
  const inclusive = value === undefined ? [] : [{ value, isExclusive: false }]
  // in OpenAPI 3.0 it says of the other keyword that it is meant exclusively
  if (typeof exclusive?.value === 'boolean')
    return inclusive.map(({ value }) => ({ value, isExclusive: exclusive.value as boolean }))
  return exclusive
    ? [...inclusive, { value: number(place, exclusiveName) ?? 0, isExclusive: true }]
    : inclusive
}
