/**
 * A column, or what a column of a subquery is. Those that are equal are one: `same` leads to it. A constant, such as a
 * parameter, stays one when a subquery hands it on.
 */
export type Cell = { isConstant?: boolean; value?: string; isMany?: boolean; same?: Cell }

export const rootOf = (cell: Cell): Cell => (cell.same ? rootOf(cell.same) : cell)

/** Says that they are equal. */
export const unite = (one: Cell, other: Cell): void => {
  const [from, to] = [rootOf(one), rootOf(other)]
  if (from === to) return
  from.same = to
  const value = from.value ?? to.value
  if (value !== undefined) to.value = value
  if (from.isMany) to.isMany = true
}
