import { type Branch, branchesOf, compareBranches } from './branches.ts'
import { type Comparison, type Contrast, nothing } from './contrast.ts'
import { componentOf } from './discriminator-values.ts'
import { compareDiscriminators } from './discriminators.ts'
import { compareExclusion } from './exclusion.ts'
import { saysNothing } from './plain-shape.ts'
import { branchListed, distributed, splitByType } from './readings.ts'
import type { Shape, Shapes } from './shape.ts'
import { compareSubtypes, compareToldApart } from './told-apart.ts'
import type { Trial } from './trial.ts'

/** What differs in which shapes it may have, or has to have besides. */
export const compareChoices = (contrast: Contrast, trial?: Trial): Comparison => {
  const { older, newer, shapesOf } = contrast
  const isTold = older.discriminator !== undefined && newer.discriminator !== undefined
  if (!older.choice && !newer.choice && !isTold && older.rest.length + newer.rest.length === 0) return nothing
  const rest = compareBranches(restOf(older, shapesOf.older), restOf(newer, shapesOf.newer), contrast)
  if (!older.choice && !newer.choice) return isTold ? both(rest, compareSubtypes(contrast)) : rest
  if (!older.choice || !newer.choice) {
    const stem = newer.choice ? 'choice-added' : 'choice-removed'
    const path = newer.choice?.pointer ?? newer.pointer
    const differences = [...rest.differences, { stem, path }, ...branchListed(contrast)]
    return { ...rest, differences }
  }
  const lists = [chosenOf(older, shapesOf.older), chosenOf(newer, shapesOf.newer)] as const
  return both(rest, compareChosen(contrast, ...lists, trial))
}

const compareChosen = (contrast: Contrast, before: Branch[], after: Branch[], trial?: Trial): Comparison => {
  const isTold = contrast.older.discriminator !== undefined && contrast.newer.discriminator !== undefined
  const branches = isTold
    ? both(
        compareBranches(before.filter(isNotTold), after.filter(isNotTold), contrast, trial),
        compareToldApart(contrast, before, after),
      )
    : compareBranches(before, after, contrast, trial)
  return { ...branches, differences: [...branches.differences, ...compareExclusion(contrast)] }
}

/** Two choices, with all that is said beside them said in each of their shapes, where that can be done. */
export const compareDistributed = (contrast: Contrast, trial?: Trial): Comparison | undefined => {
  const { older, newer, shapesOf } = contrast
  const [before, after] = [spread(older, shapesOf.older), spread(newer, shapesOf.newer)]
  if (!before || !after) return undefined
  const { differences, within } = compareChosen(contrast, before, after, trial)
  return { differences: [...differences, ...compareDiscriminators(contrast)], within }
}

const spread = (shape: Shape, shapes: Shapes): Branch[] | undefined => {
  const listed = distributed(shape, shapes)
  const branches = chosenOf(shape, shapes)
  return (
    listed &&
    branchesOf(
      branches.map(({ told }, index) => ({ ...listed[index]!, told })),
      wordOf(shape),
      shapes,
    )
  )
}

const both = (one: Comparison, other: Comparison): Comparison => ({
  differences: [...one.differences, ...other.differences],
  within: [...one.within, ...other.within],
})

const chosenOf = (shape: Shape, shapes: Shapes): Branch[] => {
  const parts = shape.choice?.branches ?? []
  const listed = parts.map((part) => ({
    shape: shapes.shapeOf(part.schema),
    path: part.pointer,
    told: shape.discriminator && componentOf(part, shapes),
  }))
  return branchesOf(listed, wordOf(shape), shapes)
}

const isNotTold = ({ told }: Branch): boolean => told === undefined

const restOf = ({ rest }: Shape, shapes: Shapes): Branch[] =>
  branchesOf(
    rest.map((shape) => ({ shape, path: shape.pointer })),
    'all-of',
    shapes,
  )

const wordOf = ({ choice }: Shape): string => (choice?.keyword === 'anyOf' ? 'any-of' : 'one-of')

/** Where a single shape became one of several, or the other way round, in two lists of shapes. */
export const compareAsChoices = (contrast: Contrast, trial?: Trial): Comparison | undefined => {
  const { older, newer, shapesOf } = contrast
  const [many, single] = older.choice ? [older, newer] : [newer, older]
  if (single.choice || !many.choice || saysNothing(single)) return undefined
  const [ofMany, ofSingle] = older.choice
    ? [shapesOf.older, shapesOf.newer]
    : [shapesOf.newer, shapesOf.older]
  const listed = distributed(many, ofMany)
  if (!listed) return undefined
  const branches = branchesOf(listed, wordOf(many), ofMany)
  // a choice of which one is left may still say how it is told
  const parts = splitByType(withoutDiscriminator(single), listed).map((shape) => ({
    shape,
    path: shape.pointer,
  }))
  const alone = branchesOf(parts, wordOf(many), ofSingle)
  const { differences, within } = older.choice
    ? compareBranches(branches, alone, contrast, trial)
    : compareBranches(alone, branches, contrast, trial)
  const told = older.discriminator && newer.discriminator ? compareDiscriminators(contrast) : []
  return { differences: [...differences, ...told], within }
}

/** A copy only where there is something to leave out: a shape that is new each time is compared without end. */
const withoutDiscriminator = (shape: Shape): Shape =>
  shape.discriminator ? { ...shape, discriminator: undefined } : shape
