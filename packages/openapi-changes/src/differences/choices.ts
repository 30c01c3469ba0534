import { areApart } from './apart.ts'
import { type Branch, branchesOf, compareBranches } from './branches.ts'
import type { Comparison, Contrast, Difference } from './contrast.ts'
import type { Shape, Shapes } from './shape.ts'
import { allTypes } from './types.ts'

/** What differs in which shapes it may have, or has to have besides. */
export const compareChoices = (contrast: Contrast): Comparison => {
  const { older, newer, shapesOf } = contrast
  const rest = compareBranches(restOf(older, shapesOf.older), restOf(newer, shapesOf.newer))
  if (!older.choice && !newer.choice) return rest
  if (!older.choice || !newer.choice) {
    const stem = newer.choice ? 'choice-added' : 'choice-removed'
    const path = newer.choice?.pointer ?? newer.pointer
    return { ...rest, differences: [...rest.differences, { stem, path }] }
  }
  const branches = compareBranches(chosenOf(older, shapesOf.older), chosenOf(newer, shapesOf.newer))
  return {
    differences: [...rest.differences, ...branches.differences, ...compareExclusion(contrast)],
    within: [...rest.within, ...branches.within],
  }
}

/** Where a single shape became one of several, or the other way round: then it counts as a choice of one. */
export const compareWrapped = (contrast: Contrast): Comparison | undefined => {
  const { older, newer, shapesOf } = contrast
  const isNewerWrapped = isOnlyChoice(newer) && !older.choice && !saysNothing(older)
  const isOlderWrapped = isOnlyChoice(older) && !newer.choice && !saysNothing(newer)
  if (!isNewerWrapped && !isOlderWrapped) return undefined
  const before = isNewerWrapped ? soleOf(older, newer, shapesOf.older) : chosenOf(older, shapesOf.older)
  const after = isNewerWrapped ? chosenOf(newer, shapesOf.newer) : soleOf(newer, older, shapesOf.newer)
  return compareBranches(before, after)
}

/** Whether it may fit one of its shapes only, and might fit more. */
export const isExclusive = ({ choice }: Shape, shapes: Shapes): boolean => {
  if (choice?.keyword !== 'oneOf') return false
  const branches = choice.branches.map(({ schema }) => shapes.shapeOf(schema))
  return branches.some((one, index) =>
    branches.slice(index + 1).some((other) => !areApart(one, other, shapes)),
  )
}

const compareExclusion = ({ older, newer, shapesOf }: Contrast): Difference[] => {
  const [was, is] = [isExclusive(older, shapesOf.older), isExclusive(newer, shapesOf.newer)]
  if (was === is) return []
  const path = newer.choice?.pointer ?? newer.pointer
  return [{ stem: is ? 'choice-became-exclusive' : 'choice-no-longer-exclusive', path }]
}

const chosenOf = (shape: Shape, shapes: Shapes): Branch[] => {
  const parts = shape.choice?.branches ?? []
  const listed = parts.map(({ schema, pointer }) => ({ shape: shapes.shapeOf(schema), path: pointer }))
  return branchesOf(listed, wordOf(shape), shapes)
}

const soleOf = (shape: Shape, beside: Shape, shapes: Shapes): Branch[] =>
  branchesOf([{ shape, path: shape.pointer }], wordOf(beside), shapes)

const restOf = ({ rest }: Shape, shapes: Shapes): Branch[] =>
  branchesOf(
    rest.map((shape) => ({ shape, path: shape.pointer })),
    'all-of',
    shapes,
  )

const wordOf = ({ choice }: Shape): string => (choice?.keyword === 'anyOf' ? 'any-of' : 'one-of')

const isOnlyChoice = (shape: Shape): boolean => shape.choice !== undefined && saysNothing(shape)

/** Nothing but, perhaps, a choice. */
const saysNothing = (shape: Shape): boolean =>
  shape.isNullable &&
  shape.types.size === allTypes.size &&
  !shape.values &&
  !shape.known &&
  shape.bounds.size + shape.properties.size + shape.required.size + shape.conditions.size === 0 &&
  shape.items.length + shape.rest.length === 0 &&
  shape.others === 'open' &&
  shape.multipleOf === undefined &&
  shape.pattern === undefined &&
  shape.format === undefined &&
  !shape.hasUniqueItems
