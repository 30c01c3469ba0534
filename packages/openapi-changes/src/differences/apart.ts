import type { Shape, Shapes } from './shape.ts'
import { isWithin, type Types } from './types.ts'

/** Levels of properties that are looked through: what tells shapes apart stands near the top. */
const maxDepth = 3

/** Whether nothing can fit both, as far as that is seen at a glance. */
export const areApart = (one: Shape, other: Shape, shapes: Shapes, depth = maxDepth): boolean => {
  if (one.isNullable && other.isNullable) return false
  if (!haveTypeInCommon(one.types, other.types)) return true
  if (one.values && other.values) return [...one.values.keys()].every((value) => !other.values?.has(value))
  if (depth === 0 || !isObjectOnly(one) || !isObjectOnly(other)) return false
  return [...one.required.keys()].some((name) => {
    const [mine, theirs] = [one.properties.get(name), other.properties.get(name)]
    if (!mine || !theirs) return false
    return areApart(shapes.shapeOf(mine.schema), shapes.shapeOf(theirs.schema), shapes, depth - 1)
  })
}

const haveTypeInCommon = (types: Types, others: Types): boolean =>
  [...types].some((type) => isWithin(new Set([type]), others)) ||
  [...others].some((type) => isWithin(new Set([type]), types))

const isObjectOnly = ({ types }: Shape): boolean => types.size === 1 && types.has('object')
