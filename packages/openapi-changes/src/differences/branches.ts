import { groupBy } from '../group-by.ts'
import { segmentsOf } from '../pointer.ts'
import { isPartOf, pairsByFit } from './branch-fit.ts'
import type { Comparison, Contrast, Difference, Within } from './contrast.ts'
import type { Shape, Shapes } from './shape.ts'
import type { Trial } from './trial.ts'
import { byTheLetter } from './type-differences.ts'

/** One of several shapes that a schema lists. */
export type Branch = {
  shape: Shape
  path: string
  /** What rules call the list: `one-of`. */
  word: string
  /** Its place in the list. */
  index: number
  shapes: Shapes
  /** JSON pointer to the component that a discriminator means by it. */
  told?: string | undefined
  /** What it is called where its shape cannot say that. */
  name?: string | undefined
  /** The whole list. */
  listed: readonly Pick<Branch, 'shape'>[]
}

export const branchesOf = (
  listed: readonly Pick<Branch, 'shape' | 'path' | 'told' | 'name'>[],
  word: string,
  shapes: Shapes,
): Branch[] => listed.map((branch, index) => ({ ...branch, word, index, shapes, listed }))

/** For people. */
const nameOf = (branch: Branch): string => {
  const { shape, index } = branch
  const known = branch.name ?? titleOf(branch) ?? componentOf(branch) ?? tagOf(branch)
  return known ?? (shape.types.has('object') ? demandOf(branch) || `${index + 1}` : typesOf(branch))
}

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
  const wholeOf = (branch: Branch, all: Branch[], isOlder: boolean) =>
    trial && all.find((whole) => isPartOf(branch, whole, isOlder, contrast, trial))
  const wholes: Wholes = {
    older: (branch) => wholeOf(branch, newer, true),
    newer: (branch) => wholeOf(branch, older, false),
  }
  return comparePairs(older, newer, pairs, wholes)
}

/** What a branch of either side is a part of on the other side. */
type Wholes = Record<'older' | 'newer', (branch: Branch) => Branch | undefined>

const noWholes: Wholes = { older: () => undefined, newer: () => undefined }

/** What differs where it is known which of them are the same. */
export const comparePairs = (
  older: Branch[],
  newer: Branch[],
  pairs: [Branch, Branch][],
  wholes = noWholes,
): Comparison => ({
  differences: [
    ...leftOf(older, pairs, 0).map((branch) => {
      const whole = wholes.older(branch)
      return whole ? differenceOf(branch, 'merged', whole.path) : differenceOf(branch, 'removed')
    }),
    ...leftOf(newer, pairs, 1).map((branch) =>
      differenceOf(branch, wholes.newer(branch) ? 'split' : 'added'),
    ),
  ],
  within: pairs.map(withinOf),
})

const withinOf = ([older, newer]: [Branch, Branch]): Within => {
  return { place: `(${nameOf(newer)})`, older: older.shape, newer: newer.shape, listedAt: newer.path }
}

const leftOf = (branches: Branch[], pairs: [Branch, Branch][], side: 0 | 1): Branch[] => {
  const met = new Set(pairs.map((pair) => pair[side]))
  return branches.filter((branch) => !met.has(branch))
}

const differenceOf = (
  branch: Branch,
  end: 'added' | 'removed' | 'merged' | 'split',
  at = branch.path,
): Difference => ({
  stem: end === 'added' || end === 'removed' ? `${branch.word}-branch-${end}` : `choice-branch-${end}`,
  place: `(${nameOf(branch)})`,
  path: at,
  wasDeprecated: end === 'removed' && branch.shape.isDeprecated,
  ...(branch.shape.isNullMeant && branch.shape.types.size === 0 && { note: byTheLetter }),
})

/** By what they are known by, the surest first; and the nameless by their order. */
const pairsOf = (older: Branch[], newer: Branch[]): [Branch, Branch][] => {
  const pairs: [Branch, Branch][] = []
  const [left, free] = [new Set(older), new Set(newer)]
  for (const keyOf of [tagOf, componentOf, titleOf, wordsOf, contentsOf, namelessTypesOf]) {
    if (left.size === 0 || free.size === 0) break
    const byKey = groupBy(free, keyOf)
    for (const one of left) {
      const key = keyOf(one)
      const other = key === undefined ? undefined : byKey.get(key)?.shift()
      if (!other) continue
      pairs.push([one, other])
      left.delete(one)
      free.delete(other)
    }
  }
  return pairs
}

/** The value that tells it from others: `grant_type=password`. */
const tagOf = ({ shape, shapes }: Branch): string | undefined => {
  for (const name of [...shape.required.keys()].sort()) {
    const part = shape.properties.get(name)
    const values = part && shapes.shapeOf(part.schema).values
    if (values?.size === 1) return `${name}=${JSON.parse([...values.keys()][0] ?? '')}`
  }
  return undefined
}

/** The properties that it requires, and no other one of the list. */
const demandOf = ({ shape, listed }: Branch): string => {
  const others = listed.filter((other) => other.shape !== shape)
  const isOwn = (name: string) => others.every((other) => !other.shape.required.has(name))
  return [...shape.required.keys()].filter(isOwn).join(', ')
}

const componentOf = ({ shape }: Branch): string | undefined =>
  /^\/components\/schemas\/[^/]+$/.test(shape.pointer) ? segmentsOf(shape.pointer)[2] : undefined

const titleOf = ({ shape }: Branch): string | undefined => shape.title

/** What it says of a value that is no object. */
const wordsOf = (branch: Branch): string => {
  const { bounds, pattern, format, multipleOf, values } = branch.shape
  const words = JSON.stringify([[...bounds], pattern, format, multipleOf, values && [...values.keys()]])
  return `${contentsOf(branch)} ${words}`
}

const contentsOf = (branch: Branch): string => {
  const { properties, required } = branch.shape
  return `${typesOf(branch)} ${[...properties.keys(), '', ...required.keys()].sort().join(' ')}`
}

const namelessTypesOf = (branch: Branch): string | undefined => {
  const isNamed = [tagOf, componentOf, titleOf].some((keyOf) => keyOf(branch) !== undefined)
  return isNamed ? undefined : typesOf(branch)
}

const typesOf = ({ shape }: Branch): string =>
  [...shape.types, ...(shape.isNullable ? ['null'] : [])].sort().join(' or ')
