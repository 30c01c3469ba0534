import type { Difference } from './contrast.ts'
import type { Finding } from './finding.ts'
import { operationsByNode } from './reach.ts'
import type { Node } from './schema-graph.ts'

/** Where an operation has a schema. */
export type Root = { operation: string; place: string; isEvent: boolean; node: Node }

/** By operation. */
export type Roots = ReadonlyMap<string, readonly Root[]>

/**
 * Every difference once, with all the operations that have it, at the nearest place where the first of them meets it: in
 * a large document nearly every schema leads to nearly every other, and to go every way would take minutes.
 */
export const tell = (roots: Roots, changed: ReadonlySet<Node>): Finding[] => {
  const operationsOf = operationsByNode(roots, changed)
  const left = new Map<string, number>()
  for (const [first = ''] of operationsOf.values()) left.set(first, (left.get(first) ?? 0) + 1)
  return [...roots].flatMap(([operation, group]) => {
    const findings: Finding[] = []
    let toFind = left.get(operation) ?? 0
    for (const root of toFind > 0 ? nearestFirst(group, changed) : []) {
      const operations = operationsOf.get(root.node)
      if (operations?.[0] !== operation) continue
      findings.push(...root.node.differences.map((difference) => findingOf(root, difference, operations)))
      toFind--
      if (toFind === 0) break
    }
    return findings
  })
}

function* nearestFirst(roots: readonly Root[], changed: ReadonlySet<Node>): Generator<Root> {
  const seen = new Set<Node>()
  const queue = [...roots]
  for (const root of queue) {
    const { place, node } = root
    if (seen.has(node) || !changed.has(node)) continue
    seen.add(node)
    yield root
    for (const inner of node.within)
      if (changed.has(inner.node) && !seen.has(inner.node))
        queue.push({ ...root, place: place + inner.place, node: inner.node })
  }
}

const findingOf = (
  { operation, place, isEvent, node }: Root,
  { stem, place: inner = '', wasDeprecated = node.contrast.older.isDeprecated, ...difference }: Difference,
  operations: readonly string[],
): Finding => {
  const { direction } = node.contrast
  const rule = stem.startsWith('property-') ? `${direction}-${stem}` : `${direction}-${node.subject}-${stem}`
  return { ...difference, rule, operation, operations, place: place + inner, wasDeprecated, isEvent }
}
