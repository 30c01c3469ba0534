import { areEqual, type Bound, type BoundName } from './bounds.ts'
import { fromCanonical } from './canonical.ts'
import type { Shape, Shapes } from './shape.ts'
import { intersected, isOfType, type TypeName } from './types.ts'
import { fitsLimits } from './value-fit.ts'

/** A shape, and the document that it is from. */
export type Known = { shape: Shape; shapes: Shapes }

/** Levels of properties that are looked through: what tells shapes apart stands near the top. */
const maxDepth = 3

/** Whether nothing can fit both, as far as that is seen at a glance. */
export const areApart = (one: Known, other: Known, depth = maxDepth): boolean => {
  const [mine, theirs] = [one.shape, other.shape]
  if (mine.isNullable && theirs.isNullable) return false
  if (mine.values) return noneFits(mine.values, theirs)
  if (theirs.values) return noneFits(theirs.values, mine)
  return [...intersected(mine.types, theirs.types)].every(
    (type) =>
      sizes[type].some((size) => areBeside(mine, theirs, size)) ||
      (type === 'object' && (isToldBy(one, other, depth) || isToldBy(other, one, depth))),
  )
}

const noneFits = (values: ReadonlyMap<string, string>, shape: Shape): boolean => {
  if (shape.values) return [...values.keys()].every((value) => !shape.values?.has(value))
  return [...values.keys()]
    .map(fromCanonical)
    .every((value) => !isOfType(value, shape.types) || !fitsLimits(value, shape))
}

type Size = [least: BoundName, most: BoundName]

const sizes: Record<TypeName, Size[]> = {
  array: [['minItems', 'maxItems']],
  boolean: [],
  integer: [['minimum', 'maximum']],
  number: [['minimum', 'maximum']],
  object: [['minProperties', 'maxProperties']],
  string: [['minLength', 'maxLength']],
}

const areBeside = ({ bounds: mine }: Shape, { bounds: theirs }: Shape, [least, most]: Size): boolean =>
  isAbove(mine.get(least), theirs.get(most)) || isAbove(theirs.get(least), mine.get(most))

const isAbove = (least: Bound | undefined, most: Bound | undefined): boolean => {
  if (!least || !most) return false
  return (
    least.value > most.value || (areEqual(least.value, most.value) && (least.isExclusive || most.isExclusive))
  )
}

/** Whether one has to have a property that the other one refuses, or wants otherwise. */
const isToldBy = (one: Known, other: Known, depth: number): boolean => {
  const { properties, others, conditions } = other.shape
  const isClosed = others === 'closed' && !conditions.has('patternProperties')
  return [...one.shape.required.keys()].some((name) => {
    const [mine, theirs] = [one.shape.properties.get(name), properties.get(name)]
    if (depth === 0) return false
    if (!theirs && isClosed) return true
    if (!mine || !theirs) return false
    const [inner, outer] = [one.shapes.shapeOf(mine.schema), other.shapes.shapeOf(theirs.schema)]
    return areApart({ ...one, shape: inner }, { ...other, shape: outer }, depth - 1)
  })
}
