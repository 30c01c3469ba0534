import type { OpenApi, Place } from '../document.ts'
import { type Direction, makesRoom } from '../rules.ts'
import { compareChoices, compareWrapped, isExclusive } from './choices.ts'
import type { Comparison, Contrast, Difference } from './contrast.ts'
import type { Finding } from './finding.ts'
import { compareKeywords } from './keywords.ts'
import { compareContents } from './properties.ts'
import { type Shape, shapesOf } from './shape.ts'

/** What has the schema: the thing itself, or what lies within it. */
export type Subject = 'parameter' | 'body' | 'header' | 'property'

/** A place in an operation where both documents have a schema, or one of them has. */
export type SchemaPlace = {
  operation: string
  place: string
  direction: Direction
  subject: Subject
  isOptional?: boolean
  older: Place | undefined
  newer: Place | undefined
  /** Where the newer one would stand. */
  path: string
}

/** Two schemas, what differs in them, and the pairs within them. Schemas that refer to each other make it a graph. */
type Node = {
  contrast: Contrast
  subject: Subject
  differences: Difference[]
  within: { place: string; node: Node }[]
  outside: Node[]
}

/**
 * What differs in the schemas of two documents. Each pair of schemas is compared once, however often it is referred
 * to, and is then told for every operation that has it.
 */
export const compareSchemas = (older: OpenApi, newer: OpenApi, places: SchemaPlace[]): Finding[] => {
  const shapes = { older: shapesOf(older), newer: shapesOf(newer) }
  const nodes = new Map<string, Node>()
  const numbers = new Map<Shape, number>()
  const numberOf = (shape: Shape): number => {
    if (!numbers.has(shape)) numbers.set(shape, numbers.size)
    return numbers.get(shape) ?? 0
  }
  const nodeOf = (subject: Subject, contrast: Contrast): Node => {
    const { older, newer, direction, isOptional } = contrast
    const key = [direction, subject, isOptional, numberOf(older), numberOf(newer)].join(' ')
    const node = nodes.get(key) ?? { contrast, subject, differences: [], within: [], outside: [] }
    nodes.set(key, node)
    return node
  }
  const shapeAt = (side: 'older' | 'newer', { path, ...schema }: SchemaPlace): Shape => {
    const place = schema[side]
    return place ? shapes[side].shapeOf([shapes[side].document.settle(place)]) : shapes[side].anyAt(path)
  }
  const roots = places.map((place) => {
    const { direction, subject, isOptional = false } = place
    const [before, after] = [shapeAt('older', place), shapeAt('newer', place)]
    return {
      ...place,
      node: nodeOf(subject, { older: before, newer: after, direction, isOptional, shapesOf: shapes }),
    }
  })
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
  const changed = changedWithin([...nodes.values()])
  for (const node of changed) node.differences.push(...overlapIn(node))
  return tell(roots, changed)
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

/** `oneOf` refuses what fits two. So more room in one of its shapes may leave less for the whole. */
const overlapIn = (node: Node): Difference[] => {
  const { newer, direction, shapesOf } = node.contrast
  if (direction !== 'request' || !isExclusive(newer, shapesOf.newer)) return []
  const hasMoreRoom = reachable([node]).some(({ differences }) =>
    differences.some(({ stem }) => makesRoom(stem)),
  )
  return hasMoreRoom ? [{ stem: 'choice-may-overlap', path: newer.choice?.pointer ?? newer.pointer }] : []
}

const reachable = (from: Node[]): Node[] => {
  const found = new Set(from)
  for (const node of found) for (const { node: inner } of node.within) found.add(inner)
  return [...found]
}

/** Those that differ, or have something within that does. */
const changedWithin = (nodes: Node[]): Set<Node> => {
  const found = new Set(nodes.filter(({ differences }) => differences.length > 0))
  for (const node of found) for (const outer of node.outside) found.add(outer)
  return found
}

type Root = SchemaPlace & { node: Node }

/** For each operation every difference once, at the nearest place where it is met. */
const tell = (roots: Root[], changed: Set<Node>): Finding[] =>
  [...Map.groupBy(roots, ({ operation }) => operation)].flatMap(([operation, places]) => {
    const findings: Finding[] = []
    const told = new Set<Node>()
    const queue: { place: string; node: Node }[] = [...places]
    for (const { place, node } of queue) {
      if (told.has(node) || !changed.has(node)) continue
      told.add(node)
      findings.push(...node.differences.map((difference) => findingOf(operation, place, node, difference)))
      queue.push(...node.within.map((inner) => ({ place: place + inner.place, node: inner.node })))
    }
    return findings
  })

const findingOf = (
  operation: string,
  place: string,
  node: Node,
  { stem, ...difference }: Difference,
): Finding => {
  const { direction, older } = node.contrast
  const rule = stem.startsWith('property-') ? `${direction}-${stem}` : `${direction}-${node.subject}-${stem}`
  return {
    ...difference,
    rule,
    operation,
    place: place + (difference.place ?? ''),
    wasDeprecated: difference.wasDeprecated ?? older.isDeprecated,
  }
}
