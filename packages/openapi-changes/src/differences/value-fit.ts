import type { Bound, BoundName } from './bounds.ts'
import { canonical } from './canonical.ts'
import { isMultiple } from './multiples.ts'
import { matches } from './plain-pattern.ts'
import type { Shape } from './shape.ts'

/** Whether a value fits what a shape says of sizes, multiples and, if it can be read, a pattern. Its type is not asked for. */
export const fitsLimits = (value: unknown, { bounds, multipleOf, hasUniqueItems, pattern }: Shape): boolean =>
  [...bounds].every(([name, bound]) => isInside(sizeOf(value, name), name, bound)) &&
  (!Array.isArray(value) || !hasUniqueItems || new Set(value.map(canonical)).size === value.length) &&
  (!isNumber(value) || multipleOf === undefined || isMultiple(value, multipleOf)) &&
  (typeof value !== 'string' || pattern === undefined || matches(pattern, value) !== false)

/** What a bound of that name is about, if the value has it. */
const sizeOf = (value: unknown, name: BoundName): number | bigint | undefined => {
  if (name.endsWith('Length')) return typeof value === 'string' ? [...value].length : undefined
  if (name.endsWith('Items')) return Array.isArray(value) ? value.length : undefined
  if (!name.endsWith('Properties')) return isNumber(value) ? value : undefined
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.keys(value).length : undefined
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

const isInside = (
  size: number | bigint | undefined,
  name: BoundName,
  { value, isExclusive }: Bound,
): boolean => {
  if (size === undefined) return true
  return name.startsWith('min')
    ? size > value || (!isExclusive && size >= value)
    : size < value || (!isExclusive && size <= value)
}
