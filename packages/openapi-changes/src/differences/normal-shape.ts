import { type Bound, type BoundName, boundsOfBoth } from './bounds.ts'
import { fromCanonical } from './canonical.ts'
import { isMultiple } from './multiples.ts'
import { ofTypes, saysOfOthers } from './of-types.ts'
import { matches } from './plain-pattern.ts'
import type { Shape } from './shape.ts'
import { typesOfValue, united } from './types.ts'
import { fitsLimits } from './value-fit.ts'

const known = new WeakMap<Shape, Shape>()

/** The same, where what can be said in several ways is said in one; and the same copy each time. */
export const normalShape = (shape: Shape): Shape => {
  const found = known.get(shape)
  if (found) return found
  const normal = ofOwnTypes(withWholeNumbers(withFittingValues(withoutOtherItems(shape))))
  if (normal !== shape) known.set(shape, normal)
  return normal
}

/** No other items than those that have a position of their own: there are no more than these. */
const withoutOtherItems = (shape: Shape): Shape => {
  if (!shape.items.some(({ value }) => value === false)) return shape
  const most = new Map([['maxItems' as const, { value: shape.prefix.length, isExclusive: false }]])
  return { ...shape, items: [], bounds: boundsOfBoth(shape.bounds, most) }
}

/** Whole numbers have whole bounds, and multiples of a whole number are whole. */
const withWholeNumbers = (shape: Shape): Shape => {
  const { types, bounds, multipleOf } = shape
  const isWhole = multipleOf !== undefined && isMultiple(multipleOf, 1)
  if (!types.has('integer') && !(isWhole && types.has('number'))) return shape
  const isIdle = multipleOf !== undefined && isMultiple(1, multipleOf)
  const isRounded = [...bounds].every(([, { value, isExclusive }]) => isInteger(value) && !isExclusive)
  if (types.has('integer') && !isIdle && isRounded) return shape
  return {
    ...shape,
    types: united([new Set([...types].filter((type) => type !== 'number')), new Set(['integer'])]),
    bounds: new Map([...bounds].map(([name, bound]) => [name, rounded(name, bound)])),
    multipleOf: isIdle ? undefined : multipleOf,
  }
}

const isInteger = (value: number | bigint): boolean => typeof value === 'bigint' || Number.isInteger(value)

const rounded = (name: BoundName, { value, isExclusive }: Bound): Bound => {
  const step = name.startsWith('min') ? 1 : -1
  if (isInteger(value))
    return { value: isExclusive ? exact(BigInt(value) + BigInt(step)) : value, isExclusive: false }
  return { value: step > 0 ? Math.ceil(Number(value)) : Math.floor(Number(value)), isExclusive: false }
}

const exact = (value: bigint): number | bigint =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value

/** Where the values are listed, limits are about these. */
const withFittingValues = (shape: Shape): Shape => {
  const { values, bounds, multipleOf, pattern } = shape
  if (!values) return shape
  if (values.size === 0) return { ...shape, types: new Set(), values: undefined }
  if (bounds.size === 0 && multipleOf === undefined && pattern === undefined) return shape
  const all = [...values].map(([key, pointer]) => ({ key, pointer, value: fromCanonical(key) }))
  const isRead = all.every(
    ({ value }) =>
      typeof value !== 'string' || pattern === undefined || matches(pattern, value) !== undefined,
  )
  const left = all.filter(({ value }) => fitsLimits(value, shape))
  return {
    ...shape,
    types: united(left.map(({ value }) => typesOfValue(value))),
    values: left.length === 0 ? undefined : new Map(left.map(({ key, pointer }) => [key, pointer])),
    bounds: new Map(),
    multipleOf: undefined,
    pattern: isRead ? undefined : pattern,
  }
}

const ofOwnTypes = (shape: Shape): Shape => (saysOfOthers(shape) ? ofTypes(shape, shape.types) : shape)
