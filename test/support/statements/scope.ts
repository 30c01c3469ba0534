import type { Node, RangeVar } from 'libpg-query'
import { spread } from '../../../src/modules.ts'
import { onCoordinator } from '../../../src/platform/db/spreading/spread.ts'
import { tables } from '../schema.ts'
import type { Cell } from './cells.ts'
import { kindsOf, lastName } from './tree.ts'

export type Columns = readonly (readonly [name: string, cell: Cell])[]

/** The meaning of a name before a dot. */
export type Item = { alias: string; columns: Columns }

export type Scope = {
  items: Item[]
  commons: Map<string, Columns>
  outer: Scope | undefined
  /** Whether it is of a subquery in an expression: there, an outer column is not known, whatever it equals. */
  isApart: boolean
  values: readonly unknown[]
  /** The columns that tables are spread by. */
  found: { table: string; cell: Cell }[]
}

const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]))

export const namesOf = (table: string): readonly string[] => columnsOf.get(table) ?? []

export const isSpread = (table: string): boolean => (spread[table] ?? onCoordinator) !== onCoordinator

export const within = (outer: Scope, isApart = false): Scope => ({
  ...outer,
  items: [],
  commons: new Map(outer.commons),
  outer,
  isApart,
})

/** @param own the cell of the column that the table is spread by */
export const itemOf = (relation: RangeVar | undefined, own: Cell = {}): Item => {
  const { relname: table = '', alias } = relation ?? {}
  const columns = namesOf(table).map((name) => [name, name === spread[table] ? own : {}] as const)
  return { alias: alias?.aliasname ?? table, columns }
}

export const columnIn = (items: readonly Item[], wanted: string): Cell | undefined =>
  items.flatMap(({ columns }) => columns).find(([name]) => name === wanted)?.[1]

/** Nothing is known of an expression that is neither a column nor a constant. */
export const cellOf = (expression: Node | undefined, scope: Scope): Cell => {
  const { ParamRef, TypeCast, A_Const, ColumnRef } = kindsOf(expression)
  if (TypeCast) return cellOf(TypeCast.arg, scope)
  if (ParamRef) return { isConstant: true, value: `${scope.values[(ParamRef.number ?? 0) - 1]}` }
  if (A_Const && !A_Const.isnull) return { isConstant: true, value: JSON.stringify(A_Const) }
  return ColumnRef ? columnCell(ColumnRef.fields ?? [], scope) : {}
}

const columnCell = (fields: readonly Node[], scope: Scope): Cell => {
  const alias = fields.length > 1 ? lastName(fields.slice(0, -1)) : undefined
  let isBeyond = false
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const items = at.items.filter((item) => alias === undefined || item.alias === alias)
    const cell = columnIn(items, lastName(fields))
    if (cell) return isBeyond && !cell.isConstant ? {} : cell
    isBeyond ||= at.isApart
  }
  return {}
}
