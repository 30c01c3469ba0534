import { segmentsOf } from '../pointer.ts'
import { isPartOf, pairsByFit } from './branch-fit.ts'
import type { Comparison, Contrast, Difference } from './contrast.ts'
import type { Shape, Shapes } from './shape.ts'
import type { Trial } from './trial.ts'

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
    const keys = [
      tag,
      component,
      shape.title,
      `${types} ${contents} ${wordsOf(shape)}`,
      `${types} ${contents}`,
      isNamed ? undefined : types,
    ]
    return { shape, path, word, name, keys }
  })

/**
 * What differs in two lists of them.
 * @param trial if given, what is left over is put where it is a part of something
 */
export const compareBranches = (
  older: Branch[],
  newer: Branch[],
  contrast: Contrast,
  trial?: Trial,
): Comparison => {
  const pairs = pairsOf(older, newer)
  if (trial) pairs.push(...pairsByFit(leftOf(older, pairs, 0), leftOf(newer, pairs, 1), contrast, trial))
  const [gone, added] = [leftOf(older, pairs, 0), leftOf(newer, pairs, 1)]
  const wholeOf = (branch: Branch, all: Branch[], isOlder: boolean) =>
    trial && all.find((whole) => isPartOf(branch, whole, isOlder, contrast, trial))
  return {
    differences: [
      ...gone.map((branch) => {
        const whole = wholeOf(branch, newer, true)
        return whole ? differenceOf(branch, 'merged', whole.path) : differenceOf(branch, 'removed')
      }),
      ...added.map((branch) => differenceOf(branch, wholeOf(branch, older, false) ? 'split' : 'added')),
    ],
    within: pairs.map(([one, other]) => ({ place: `(${other.name})`, older: one.shape, newer: other.shape })),
  }
}

const leftOf = (branches: Branch[], pairs: [Branch, Branch][], side: 0 | 1): Branch[] => {
  const met = new Set(pairs.map((pair) => pair[side]))
  return branches.filter((branch) => !met.has(branch))
}

const differenceOf = (
  { word, name, path, shape }: Branch,
  end: 'added' | 'removed' | 'merged' | 'split',
  at = path,
): Difference => ({
  stem: end === 'added' || end === 'removed' ? `${word}-branch-${end}` : `choice-branch-${end}`,
  place: `(${name})`,
  path: at,
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

/** What it says of a value that is no object. */
const wordsOf = ({ bounds, pattern, format, multipleOf, values }: Shape): string =>
  JSON.stringify([[...bounds], pattern, format, multipleOf, values && [...values.keys()]])

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
  if (!pointer.startsWith('/components/')) return undefined
  const [components, kind, name, ...within] = segmentsOf(pointer)
  return components === 'components' && kind === 'schemas' && within.length === 0 ? name : undefined
}
