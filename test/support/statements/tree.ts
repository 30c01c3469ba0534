import type { DeleteStmt, InsertStmt, Node, UpdateStmt } from 'libpg-query'

type KindOf<Each> = Each extends unknown ? keyof Each : never

/** A node of the tree that PostgreSQL's parser makes, by its kind. */
export type Kinds = { [Kind in KindOf<Node>]?: Extract<Node, Record<Kind, unknown>>[Kind] }

export const kindsOf = (node: Node | undefined): Kinds => node ?? {}

/** Every node in a part of a tree, statements within it, too. */
export const nodesIn = (part: unknown): Kinds[] => {
  if (Array.isArray(part)) return part.flatMap(nodesIn)
  if (typeof part !== 'object' || part === null) return []
  return [part, ...Object.values(part).flatMap(nodesIn)]
}

/** The last name of those that dots divide. */
export const lastName = (names: readonly Node[] | undefined): string =>
  kindsOf(names?.at(-1)).String?.sval ?? ''

/** A statement, or a part of one, that changes rows of a table. */
export type Change = { table: string; insert?: InsertStmt; update?: UpdateStmt; delete?: DeleteStmt }

export const changesIn = (tree: unknown): Change[] =>
  nodesIn(tree).flatMap(({ InsertStmt: insert, UpdateStmt: update, DeleteStmt: remove }) => {
    const table = (insert ?? update ?? remove)?.relation?.relname
    if (table === undefined) return []
    return [
      { table, ...(insert && { insert }), ...(update && { update }), ...(remove && { delete: remove }) },
    ]
  })

/** The returning clause of a change. */
export const returnedBy = ({ insert, update, delete: remove }: Change): readonly Node[] =>
  (insert ?? update ?? remove)?.returningClause?.exprs ?? []

/** Each as often as it is named. */
export const tablesIn = (part: unknown): string[] =>
  nodesIn(part).flatMap((node) => ('relname' in node ? [`${node.relname}`] : []))
