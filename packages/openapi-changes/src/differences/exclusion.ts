import { areApart, type Known } from './apart.ts'
import type { Contrast, Difference } from './contrast.ts'
import type { Shape, Shapes } from './shape.ts'
import { reversed } from './trial.ts'

/** `oneOf` refuses what fits two of its shapes. What differs in that, for what both documents have shapes for. */
export const compareExclusion = (contrast: Contrast): Difference[] => {
  const { newer } = contrast
  const [was, is] = [mayOverlap(reversed(contrast)), mayOverlap(contrast)]
  if (was === is) return []
  const path = newer.choice?.pointer ?? newer.pointer
  return [{ stem: is ? 'choice-became-exclusive' : 'choice-no-longer-exclusive', path }]
}

/**
 * Whether something that the older schema may have allowed may fit two shapes of a `oneOf` of the newer one.
 * @param isMeant whether a shape is one of those to be held against all others
 */
export const mayOverlap = (
  { older, newer, shapesOf }: Contrast,
  isMeant: (branch: Shape) => boolean = () => true,
): boolean => {
  if (newer.choice?.keyword !== 'oneOf') return false
  const before = chosenIn(older, shapesOf.older)
  const chosen = chosenIn(newer, shapesOf.newer)
  return chosen.some((one, index) =>
    chosen.slice(index + 1).some((other) => {
      const pair = [one, other]
      const isPair = pair.some(({ shape }) => isMeant(shape)) && !areApart(one, other)
      return isPair && before.some((branch) => pair.every((known) => !areApart(known, branch)))
    }),
  )
}

/** What a value may be: one of several, or the one that there is. */
const chosenIn = (shape: Shape, shapes: Shapes): Known[] => {
  const branches = shape.choice?.branches.map(({ schema }) => shapes.shapeOf(schema)) ?? [shape]
  return branches.map((branch) => ({ shape: branch, shapes }))
}
