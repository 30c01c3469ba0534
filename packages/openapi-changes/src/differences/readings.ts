import { bothOf } from './both-of.ts'
import { type Contrast, type Difference, placeOfName } from './contrast.ts'
import { normalShape } from './normal-shape.ts'
import { ofTypes } from './of-types.ts'
import { anything, saysNothing } from './plain-shape.ts'
import type { Shape, Shapes } from './shape.ts'
import { allTypes } from './types.ts'

type Listed = { shape: Shape; path: string }

/** The shapes of a choice, each with what is said of all of them; unless that cannot be said in one. */
export const distributed = (shape: Shape, shapes: Shapes): Listed[] | undefined => {
  const { choice } = shape
  const base = { ...shape, choice: undefined, discriminator: undefined }
  const branches = (choice?.branches ?? []).map(({ schema, pointer }) => {
    return { shape: shapes.shapeOf(schema), path: pointer }
  })
  if (saysNothing(base)) return branches
  const listed = branches.map(({ shape: branch, path }) => {
    // a choice within a choice may be the same one again
    const both = branch.choice || branch.rest.length > 0 ? undefined : bothOf(branch, base)
    return both && { shape: normalShape(both), path }
  })
  const isWhole = base.rest.length === 0 && listed.every((branch) => branch !== undefined)
  return isWhole ? (listed as Listed[]) : undefined
}

/** A list of types is a choice among them, and null is one where it is one beside. */
export const splitByType = (shape: Shape, beside: Listed[]): Shape[] => {
  const hasNull = beside.some(({ shape: { types, isNullable } }) => types.size === 0 && isNullable)
  const isSplit = shape.isNullable && hasNull && shape.types.size > 0
  const types =
    shape.types.size === allTypes.size ? [shape.types] : [...shape.types].map((type) => new Set([type]))
  if (types.length < 2 && !isSplit) return [shape]
  const isNullable = shape.isNullable && !isSplit
  const parts = types.map((only) => ofTypes({ ...shape, isNullable }, only))
  if (!isSplit) return parts
  // conditions may be about null
  const { pointer, conditions, rest } = shape
  return [...parts, { ...anything(pointer), types: new Set(), conditions, rest }]
}

/**
 * What only the branches list, where one of them was left of a choice, or where a choice was made of it. Where the choice
 * is given up, nothing is said of any of them.
 */
export const branchListed = (contrast: Contrast): Difference[] => {
  const { older, newer, shapesOf } = contrast
  const [many, single, shapes] = older.choice
    ? [older, newer, shapesOf.older]
    : [newer, older, shapesOf.newer]
  const branches = (many.choice?.branches ?? []).map(({ schema }) => shapes.shapeOf(schema))
  const isLeft = branches.some(({ properties, required }) =>
    [...properties.keys(), ...required.keys()].some(
      (name) => isListed(single, name) && !isListed(many, name),
    ),
  )
  if (!isLeft) return []
  const listed = new Map(branches.flatMap(({ properties }) => [...properties]))
  const stem = older.choice ? 'property-removed' : 'property-added-optional'
  return [...listed].flatMap(([name, { schema, pointer }]): Difference[] => {
    const { isReadOnly, isWriteOnly, isDeprecated } = shapes.shapeOf(schema)
    const isHidden = contrast.direction === 'request' ? isReadOnly : isWriteOnly
    if (isHidden || isListed(many, name) || isListed(single, name)) return []
    return [{ stem, place: placeOfName(name), path: pointer, wasDeprecated: isDeprecated }]
  })
}

const isListed = ({ properties, required }: Shape, name: string): boolean =>
  properties.has(name) || required.has(name)
