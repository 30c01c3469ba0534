import { segmentsOf } from '../pointer.ts'
import type { Comparison, Difference } from './contrast.ts'
import type { Shape, Shapes } from './shape.ts'

/** One of several shapes that a schema lists. */
export type Branch = {
  shape: Shape
  path: string
  /** What rules call the list: `one-of`. */
  word: string
  name: string
  /** What it is known by, the surest first. */
  keys: (string | undefined)[]
}

export const branchesOf = (
  listed: readonly { shape: Shape; path: string }[],
  word: string,
  shapes: Shapes,
): Branch[] =>
  listed.map(({ shape, path }, index) => {
    const component = componentOf(shape.pointer)
    const tag = tagOf(shape, shapes)
    const types = [...shape.types, ...(shape.isNullable ? ['null'] : [])].sort().join(' or ')
    const contents = [...shape.properties.keys(), '', ...shape.required.keys()].sort().join(' ')
    const isNamed = tag !== undefined || component !== undefined || shape.title !== undefined
    const name = shape.title ?? component ?? tag ?? (shape.types.has('object') ? `${index + 1}` : types)
    const keys = [tag, component, shape.title, `${types} ${contents}`, isNamed ? undefined : types]
    return { shape, path, word, name, keys }
  })

/** What differs in two lists of them. */
export const compareBranches = (older: Branch[], newer: Branch[]): Comparison => {
  const pairs = pairsOf(older, newer)
  const [before, after] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
  return {
    differences: [
      ...older.filter((branch) => !before.includes(branch)).map((branch) => differenceOf(branch, 'removed')),
      ...newer.filter((branch) => !after.includes(branch)).map((branch) => differenceOf(branch, 'added')),
    ],
    within: pairs.map(([one, other]) => ({ place: `(${other.name})`, older: one.shape, newer: other.shape })),
  }
}

const differenceOf = ({ word, name, path, shape }: Branch, end: 'added' | 'removed'): Difference => ({
  stem: `${word}-branch-${end}`,
  place: `(${name})`,
  path,
  wasDeprecated: end === 'removed' && shape.isDeprecated,
})

/** By what they are known by, the surest first; and the nameless by their order. */
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
  const [components, kind, name, ...within] = segmentsOf(pointer)
  return components === 'components' && kind === 'schemas' && within.length === 0 ? name : undefined
}
