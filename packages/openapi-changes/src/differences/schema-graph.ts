import { makesRoom } from '../rules.ts'
import { compareChoices, compareWrapped, isExclusive } from './choices.ts'
import type { Comparison, Contrast, Difference } from './contrast.ts'
import { compareKeywords } from './keywords.ts'
import { compareContents } from './properties.ts'
import type { Shape } from './shape.ts'

/** What has the schema: the thing itself, or what lies within it. */
export type Subject = 'parameter' | 'body' | 'header' | 'property'

/** Two schemas, what differs in them, and the pairs within them. */
export type Node = {
  contrast: Contrast
  subject: Subject
  differences: Difference[]
  within: { place: string; node: Node }[]
  outside: Node[]
}

/** Pairs of schemas, each compared once. Schemas refer to each other in circles, so it is no tree. */
export const newSchemaGraph = () => {
  const nodes = new Map<string, Node>()
  const numbers = new Map<Shape, number>()
  const numberOf = (shape: Shape): number => {
    const number = numbers.get(shape) ?? numbers.size
    numbers.set(shape, number)
    return number
  }
  const nodeOf = (subject: Subject, contrast: Contrast): Node => {
    const { older, newer, direction, isOptional } = contrast
    const key = [direction, subject, isOptional, numberOf(older), numberOf(newer)].join(' ')
    const node = nodes.get(key) ?? { contrast, subject, differences: [], within: [], outside: [] }
    nodes.set(key, node)
    return node
  }
  /** Compares them all, and finds those that differ or have something within that does. */
  const compareAll = (): Set<Node> => {
    // it grows while it is gone through
    for (const node of nodes.values()) {
      const { differences, within } = compare(node.contrast)
      node.differences = differences
      node.within = within.map(({ place, older, newer, isOptional = false }) => {
        const inner = nodeOf('property', { ...node.contrast, older, newer, isOptional })
        inner.outside.push(node)
        return { place, node: inner }
      })
    }
    const all = [...nodes.values()]
    const roomier = around(all.filter(({ differences }) => differences.some(({ stem }) => makesRoom(stem))))
    for (const node of roomier) node.differences.push(...overlapIn(node))
    return around(all.filter(({ differences }) => differences.length > 0))
  }
  return { nodeOf, compareAll }
}

const compare = (contrast: Contrast): Comparison => {
  const wrapped = compareWrapped(contrast)
  if (wrapped) return wrapped
  const [contents, choices] = [compareContents(contrast), compareChoices(contrast)]
  return {
    differences: [...compareKeywords(contrast), ...contents.differences, ...choices.differences],
    within: [...contents.within, ...choices.within],
  }
}

/** These, and all that they lie within. */
const around = (nodes: Node[]): Set<Node> => {
  const found = new Set(nodes)
  for (const node of found) for (const outer of node.outside) found.add(outer)
  return found
}

/** `oneOf` refuses what fits two. So more room in one of its shapes may leave less for the whole. */
const overlapIn = ({ contrast: { newer, direction, shapesOf } }: Node): Difference[] =>
  direction === 'request' && isExclusive(newer, shapesOf.newer)
    ? [{ stem: 'choice-may-overlap', path: newer.choice?.pointer ?? newer.pointer }]
    : []
