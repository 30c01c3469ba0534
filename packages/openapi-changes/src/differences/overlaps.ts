import { makesRoom } from '../rules.ts'
import type { Difference } from './contrast.ts'
import { mayOverlap } from './exclusion.ts'
import type { Node } from './schema-graph.ts'

/**
 * `oneOf` refuses what fits two. So more room in one of its shapes may leave less for the whole.
 * @param roomier the pairs in which, or within which, there is more room
 */
export const overlapsIn = (node: Node, roomier: ReadonlySet<Node>): Difference[] => {
  const { newer, direction, shapesOf } = node.contrast
  if (direction !== 'request' || newer.choice?.keyword !== 'oneOf') return []
  const grown = grownIn(node, roomier)
  const branches = newer.choice.branches.filter(({ pointer }) => grown.has(pointer))
  const shapes = new Set(branches.map(({ schema }) => shapesOf.newer.shapeOf(schema)))
  if (!mayOverlap(node.contrast, (branch) => shapes.has(branch))) return []
  return [{ stem: 'choice-may-overlap', path: newer.choice.pointer }]
}

/** Where the shapes are listed that have more room. What stands beside the choice says nothing of which of them fits. */
const grownIn = ({ differences, within }: Node, roomier: ReadonlySet<Node>): Set<string | undefined> =>
  new Set([
    ...differences.filter(({ stem }) => makesRoom(stem)).map(({ path }) => path),
    ...within.filter(({ node }) => roomier.has(node)).map(({ listedAt }) => listedAt),
  ])
