import { circlesIn } from './circles.ts'
import type { Node } from './schema-graph.ts'
import type { Roots } from './tell.ts'

/** Differing pairs that are followed at a time: a bit of 32 words for each. */
const batchSize = 1024
const words = batchSize / 32

/** For each pair that differs itself, the operations that lead to it, in their order. */
export const operationsByNode = (roots: Roots, changed: ReadonlySet<Node>): Map<Node, string[]> => {
  const graph = graphOf([...changed])
  const operations = new Map<Node, string[]>()
  for (let start = 0; start < graph.differing.length; start += batchSize) {
    const batch = graph.differing.slice(start, start + batchSize)
    const reached = reachedBy(graph, batch)
    for (const [operation, group] of roots) {
      const circles = new Set(group.flatMap(({ node }) => graph.circleOf.get(node) ?? []))
      batch.forEach((node, bit) => {
        if (![...circles].some((circle) => hasBit(reached, circle, bit))) return
        const known = operations.get(node)
        if (known) known.push(operation)
        else operations.set(node, [operation])
      })
    }
  }
  return operations
}

type Graph = {
  /** Innermost first: by its number, the circles that it leads to. */
  circles: number[][]
  circleOf: ReadonlyMap<Node, number>
  differing: Node[]
}

const graphOf = (nodes: Node[]): Graph => {
  const numberOf = new Map(nodes.map((node, number) => [node, number]))
  const inner = nodes.map(({ within }) => within.flatMap(({ node }) => numberOf.get(node) ?? []))
  const circles = circlesIn(nodes.length, (number) => inner[number] ?? [])
  const circleOf = new Int32Array(nodes.length)
  circles.forEach((circle, index) => {
    for (const number of circle) circleOf[number] = index
  })
  return {
    circles: circles.map((circle, index) => {
      const others = new Set<number>()
      for (const number of circle) for (const other of inner[number] ?? []) others.add(circleOf[other] ?? 0)
      others.delete(index)
      return [...others]
    }),
    circleOf: new Map(nodes.map((node, number) => [node, circleOf[number] ?? 0])),
    differing: nodes.filter(({ differences }) => differences.length > 0),
  }
}

/** A bit for each circle and each of these that it leads to. */
const reachedBy = ({ circles, circleOf }: Graph, batch: Node[]): Uint32Array => {
  const reached = new Uint32Array(circles.length * words)
  batch.forEach((node, bit) => {
    const at = (circleOf.get(node) ?? 0) * words + (bit >> 5)
    reached[at] = (reached[at] ?? 0) | (1 << (bit & 31))
  })
  circles.forEach((others, circle) => {
    for (const other of others)
      for (let word = 0; word < words; word++) {
        const at = circle * words + word
        reached[at] = (reached[at] ?? 0) | (reached[other * words + word] ?? 0)
      }
  })
  return reached
}

const hasBit = (reached: Uint32Array, circle: number, bit: number): boolean =>
  ((reached[circle * words + (bit >> 5)] ?? 0) & (1 << (bit & 31))) !== 0
