import { pointerSegments } from '@hyperjump/json-pointer'
import { areApart } from './apart.ts'
import type { Comparison, Contrast, Difference } from './contrast.ts'
import type { Shape, Shapes } from './shape.ts'
import { allTypes } from './types.ts'

/** What differs in which shapes it may have, or has to have besides. */
export const compareChoices = (contrast: Contrast): Comparison => {
  const { older, newer, shapesOf } = contrast
  const rest = compareBranches(
    branchesOf(older.rest, shapesOf.older),
    branchesOf(newer.rest, shapesOf.newer),
    'all-of',
  )
  if (!older.choice && !newer.choice) return rest
  if (!older.choice || !newer.choice) {
    const stem = newer.choice ? 'choice-added' : 'choice-removed'
    const path = newer.choice?.pointer ?? newer.pointer
    return { ...rest, differences: [...rest.differences, { stem, path }] }
  }
  const branches = compareBranches(
    chosenOf(older, shapesOf.older),
    chosenOf(newer, shapesOf.newer),
    wordOf(newer),
  )
  return {
    differences: [...rest.differences, ...branches.differences, ...compareExclusion(contrast)],
    within: [...rest.within, ...branches.within],
  }
}

/** Where a single shape became one of several, or the other way round: then it counts as a choice of one. */
export const compareWrapped = ({ older, newer, shapesOf }: Contrast): Comparison | undefined => {
  if (isOnlyChoice(newer) && !older.choice && !saysNothing(older))
    return compareBranches(
      branchesOf([older], shapesOf.older),
      chosenOf(newer, shapesOf.newer),
      wordOf(newer),
    )
  if (isOnlyChoice(older) && !newer.choice && !saysNothing(newer))
    return compareBranches(
      chosenOf(older, shapesOf.older),
      branchesOf([newer], shapesOf.newer),
      wordOf(older),
    )
  return undefined
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

type Branch = { shape: Shape; path: string; name: string; keys: (string | undefined)[] }

const compareBranches = (older: Branch[], newer: Branch[], word: string): Comparison => {
  const pairs = pairsOf(older, newer)
  const [before, after] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
  const told = (branch: Branch, end: string): Difference => ({
    stem: `${word}-branch-${end}`,
    place: `(${branch.name})`,
    path: branch.path,
    wasDeprecated: end === 'removed' && branch.shape.isDeprecated,
  })
  return {
    differences: [
      ...older.filter((branch) => !before.includes(branch)).map((branch) => told(branch, 'removed')),
      ...newer.filter((branch) => !after.includes(branch)).map((branch) => told(branch, 'added')),
    ],
    within: pairs.map(([one, other]) => ({ place: `(${other.name})`, older: one.shape, newer: other.shape })),
  }
}

/** By what tells them apart, the surest first; and the nameless by their order. */
const pairsOf = (older: Branch[], newer: Branch[]): [Branch, Branch][] => {
  const pairs: [Branch, Branch][] = []
  const paired = new Set<Branch>()
  const lastPass = Math.max(...[...older, ...newer].map(({ keys }) => keys.length), 0)
  for (let pass = 0; pass < lastPass; pass++) {
    for (const one of older) {
      const key = one.keys[pass]
      if (key === undefined || paired.has(one)) continue
      const other = newer.find((branch) => branch.keys[pass] === key && !paired.has(branch))
      if (!other) continue
      pairs.push([one, other])
      paired.add(one).add(other)
    }
  }
  return pairs
}

const chosenOf = ({ choice }: Shape, shapes: Shapes): Branch[] => {
  const parts = choice?.branches ?? []
  const branches = branchesOf(
    parts.map(({ schema }) => shapes.shapeOf(schema)),
    shapes,
  )
  return branches.map((branch, index) => ({ ...branch, path: parts[index]?.pointer ?? branch.path }))
}

const branchesOf = (branches: readonly Shape[], shapes: Shapes): Branch[] =>
  branches.map((shape, index) => {
    const component = componentOf(shape.pointer)
    const tag = tagOf(shape, shapes)
    const types = [...shape.types, ...(shape.isNullable ? ['null'] : [])].sort().join(' or ')
    const contents = [...shape.properties.keys(), '', ...shape.required.keys()].sort().join(' ')
    const isNamed = tag !== undefined || component !== undefined || shape.title !== undefined
    const name = shape.title ?? component ?? tag ?? (shape.types.has('object') ? `${index + 1}` : types)
    const keys = [tag, component, shape.title, `${types} ${contents}`, isNamed ? undefined : types]
    return { shape, path: shape.pointer, name, keys }
  })

/** The value that tells it from others: `grant_type=password`. */
const tagOf = (shape: Shape, shapes: Shapes): string | undefined => {
  const tags = [...shape.required.keys()].sort().flatMap((name) => {
    const part = shape.properties.get(name)
    const values = part && shapes.shapeOf(part.schema).values
    return values?.size === 1 ? [`${name}=${JSON.parse([...values.keys()][0] ?? '')}`] : []
  })
  return tags[0]
}

const componentOf = (pointer: string): string | undefined => {
  const [components, kind, name, ...within] = pointerSegments(pointer)
  return components === 'components' && kind === 'schemas' && within.length === 0 ? name : undefined
}

const wordOf = ({ choice }: Shape): string => (choice?.keyword === 'anyOf' ? 'any-of' : 'one-of')

const isOnlyChoice = (shape: Shape): boolean => shape.choice !== undefined && saysNothing(shape)

const saysNothing = (shape: Shape): boolean =>
  shape.isNullable &&
  shape.types.size === allTypes.size &&
  !shape.values &&
  shape.bounds.size + shape.properties.size + shape.required.size + shape.conditions.size === 0 &&
  shape.items.length + shape.rest.length === 0 &&
  shape.others === 'open' &&
  shape.multipleOf === undefined &&
  shape.pattern === undefined &&
  shape.format === undefined &&
  !shape.hasUniqueItems
