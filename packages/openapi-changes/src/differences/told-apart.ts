import { segmentsOf } from '../pointer.ts'
import { type Branch, branchesOf, comparePairs } from './branches.ts'
import type { Comparison, Contrast } from './contrast.ts'
import { counterparts, valuesOf } from './discriminator-values.ts'
import type { Shape, Shapes } from './shape.ts'
import { subtypesOf } from './subtypes.ts'

/** What differs in branches that both discriminators tell apart: the same are those that values lead to, however they look. */
export const compareToldApart = (contrast: Contrast, before: Branch[], after: Branch[]): Comparison => {
  const { older, newer, shapesOf } = contrast
  const others = counterparts(valuesOf(older, shapesOf.older), valuesOf(newer, shapesOf.newer))
  const [was, is] = [byComponent(before), byComponent(after)]
  const pairs = [...was].flatMap(([told, one]): [Branch, Branch][] => {
    const other = is.get(others.get(told) ?? told)
    return other ? [[one, other]] : []
  })
  return comparePairs([...was.values()], [...is.values()], pairs)
}

/** A component that is listed twice is one. */
const byComponent = (branches: Branch[]): Map<string, Branch> =>
  new Map(branches.flatMap((branch) => (branch.told === undefined ? [] : [[branch.told, branch] as const])))

/** What differs in the components that extend a shape, and that both discriminators tell apart. */
export const compareSubtypes = (contrast: Contrast): Comparison => {
  const { older, newer, shapesOf } = contrast
  const subtypes = [extending(older, shapesOf.older), extending(newer, shapesOf.newer)] as const
  const { differences, within } = compareToldApart(contrast, ...subtypes)
  // where a shape is one of its own subtypes, it is being compared already
  return { differences, within: within.filter((pair) => pair.older !== older || pair.newer !== newer) }
}

const extending = (shape: Shape, shapes: Shapes): Branch[] =>
  branchesOf(
    [...subtypesOf(shape, shapes)].map(([pointer, subtype]) => {
      // it begins with what it extends, so that its own pointer and title may be those of the base
      return { shape: subtype, path: pointer, told: pointer, name: segmentsOf(pointer)[2] }
    }),
    'one-of',
    shapes,
  )
