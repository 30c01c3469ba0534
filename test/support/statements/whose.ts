import type { DeleteStmt, InsertStmt, JoinExpr, Node, RangeVar, SelectStmt, UpdateStmt } from 'libpg-query'
import { spread } from '../../../src/modules.ts'
import { type Cell, rootOf, unite } from './cells.ts'
import { type Columns, cellOf, columnIn, isSpread, itemOf, namesOf, type Scope, within } from './scope.ts'
import { type Kinds, kindsOf, lastName } from './tree.ts'

/** A table that is spread, and the value by which Citus finds the server of its rows. Without one, it asks every server. */
export type Whose = { table: string; value: string | undefined; isMany: boolean }

/** The owners whose rows each table of a statement is asked for. */
export const whoseIn = (statement: Kinds, values: readonly unknown[]): Whose[] => {
  const found: Scope['found'] = []
  read(statement, { items: [], commons: new Map(), outer: undefined, isApart: false, values, found })
  return found.map(({ table, cell }) => {
    const { value, isMany = false } = rootOf(cell)
    return { table, value, isMany }
  })
}

/** @returns its columns */
const read = (statement: Kinds, scope: Scope): Columns => {
  const { SelectStmt, InsertStmt, UpdateStmt, DeleteStmt } = statement
  readCommons((SelectStmt ?? InsertStmt ?? UpdateStmt ?? DeleteStmt)?.withClause?.ctes, scope)
  if (SelectStmt) return readSelect(SelectStmt, scope)
  if (InsertStmt) return readInsert(InsertStmt, scope)
  if (UpdateStmt) return readChange(UpdateStmt, UpdateStmt.fromClause, scope)
  if (DeleteStmt) return readChange(DeleteStmt, DeleteStmt.usingClause, scope)
  return []
}

/** The names in `with`. */
const readCommons = (commons: readonly Node[] = [], scope: Scope) => {
  for (const { CommonTableExpr } of commons.map(kindsOf)) {
    const { ctename = '', ctequery } = CommonTableExpr ?? {}
    scope.commons.set(ctename, read(kindsOf(ctequery), within(scope)))
  }
}

const readSelect = (select: SelectStmt, scope: Scope): Columns => {
  const sides = [select.larg, select.rarg].filter((side) => side !== undefined)
  if (sides.length > 0) {
    const [columns = []] = sides.map((side) => read({ SelectStmt: side }, within(scope)))
    return columns.map(([name]) => [name, {}])
  }
  for (const item of select.fromClause ?? []) readItem(item, scope)
  readCondition(select.whereClause, scope)
  readSubqueries([select.havingClause, select.sortClause, select.valuesLists, select.limitCount], scope)
  return readOutputs(select.targetList, scope)
}

const readInsert = (insert: InsertStmt, scope: Scope): Columns => {
  const { relname: table = '' } = insert.relation ?? {}
  const cells = insertedCells(insert, scope)
  if (isSpread(table)) scope.found.push(...cells.map((cell) => ({ table, cell })))
  const item = itemOf(insert.relation, cells[0])
  scope.items.push(item, { ...item, alias: 'excluded' })
  readSubqueries(insert.onConflictClause, scope)
  return readOutputs(insert.returningClause?.exprs, scope)
}

/** Of each row, that of the column that the table is spread by. */
const insertedCells = ({ relation, cols = [], selectStmt }: InsertStmt, scope: Scope): Cell[] => {
  const { relname: table = '' } = relation ?? {}
  const named = cols.map((column) => kindsOf(column).ResTarget?.name)
  const at = (named.length > 0 ? named : namesOf(table)).indexOf(`${spread[table]}`)
  const rows = kindsOf(selectStmt).SelectStmt?.valuesLists
  if (!rows) return [read(kindsOf(selectStmt), within(scope))[at]?.[1] ?? {}]
  readSubqueries(rows, scope)
  return rows.map((row) => cellOf(kindsOf(row).List?.items?.[at], scope))
}

const readChange = (change: UpdateStmt | DeleteStmt, from: readonly Node[] = [], scope: Scope): Columns => {
  readTable(change.relation, scope)
  for (const item of from) readItem(item, scope)
  readCondition(change.whereClause, scope)
  readSubqueries('targetList' in change ? change.targetList : [], scope)
  return readOutputs(change.returningClause?.exprs, scope)
}

const readTable = (relation: RangeVar | undefined, scope: Scope) => {
  const { relname: table = '', alias } = relation ?? {}
  const common = scope.commons.get(table)
  const cell: Cell = {}
  scope.items.push(common ? { alias: alias?.aliasname ?? table, columns: common } : itemOf(relation, cell))
  if (!common && isSpread(table)) scope.found.push({ table, cell })
}

const readItem = (node: Node, scope: Scope) => {
  const { RangeVar, RangeSubselect, RangeFunction, JoinExpr } = kindsOf(node)
  if (RangeVar) readTable(RangeVar, scope)
  if (RangeSubselect) {
    const { subquery, alias, lateral } = RangeSubselect
    const columns = read(kindsOf(subquery), within(lateral ? scope : { ...scope, items: [] }))
    const names = textsOf(alias?.colnames)
    scope.items.push({
      alias: alias?.aliasname ?? '',
      columns: columns.map(([name, cell], nth) => [names[nth] ?? name, cell]),
    })
  }
  if (RangeFunction) {
    const { functions, alias, coldeflist = [] } = RangeFunction
    readSubqueries(functions, scope)
    const typed = coldeflist.map((column) => kindsOf(column).ColumnDef?.colname ?? '')
    const names = [...textsOf(alias?.colnames), ...typed]
    const own = alias?.aliasname ?? ''
    scope.items.push({ alias: own, columns: (names.length > 0 ? names : [own]).map((name) => [name, {}]) })
  }
  if (JoinExpr) readJoin(JoinExpr, scope)
}

const readJoin = ({ larg, rarg, usingClause, quals }: JoinExpr, scope: Scope) => {
  const [left, right] = [larg, rarg].map((side) => {
    const before = scope.items.length
    if (side) readItem(side, scope)
    return scope.items.slice(before)
  })
  for (const name of textsOf(usingClause)) {
    const [one, other] = [left, right].map((items) => columnIn(items ?? [], name))
    if (one && other) unite(one, other)
  }
  readCondition(quals, scope)
}

/** Conditions on every row. */
const readCondition = (condition: Node | undefined, scope: Scope) => {
  const { BoolExpr, A_Expr, SubLink } = kindsOf(condition)
  if (BoolExpr?.boolop === 'AND_EXPR') {
    for (const each of BoolExpr.args ?? []) readCondition(each, scope)
  } else if (SubLink?.subLinkType === 'ANY_SUBLINK') {
    const columns = read(kindsOf(SubLink.subselect), within(scope, true))
    for (const [nth, side] of partsOf(SubLink.testexpr).entries())
      unite(cellOf(side, scope), columns[nth]?.[1] ?? {})
  } else {
    const { kind, lexpr, rexpr } = A_Expr ?? {}
    if (kind === 'AEXPR_OP' && lastName(A_Expr?.name) === '=')
      for (const [nth, side] of partsOf(lexpr).entries())
        unite(cellOf(side, scope), cellOf(partsOf(rexpr)[nth], scope))
    if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN') rootOf(cellOf(lexpr, scope)).isMany = true
    readSubqueries(condition, scope)
  }
}

/** Those in expressions. */
const readSubqueries = (part: unknown, scope: Scope): void => {
  if (Array.isArray(part)) for (const each of part) readSubqueries(each, scope)
  else if (typeof part === 'object' && part !== null) {
    const { SubLink } = part as Kinds
    if (SubLink) read(kindsOf(SubLink.subselect), within(scope, true))
    readSubqueries(SubLink ? SubLink.testexpr : Object.values(part), scope)
  }
}

const readOutputs = (targets: readonly Node[] = [], scope: Scope): Columns =>
  targets.flatMap((target): Columns => {
    const { name, val } = kindsOf(target).ResTarget ?? {}
    readSubqueries(val, scope)
    const { fields = [] } = kindsOf(val).ColumnRef ?? {}
    if (!kindsOf(fields.at(-1)).A_Star) return [[name ?? lastName(fields), cellOf(val, scope)]]
    const alias = fields.length > 1 ? lastName(fields.slice(0, -1)) : undefined
    return scope.items.flatMap((item) => (alias === undefined || item.alias === alias ? item.columns : []))
  })

const partsOf = (expression: Node | undefined): readonly (Node | undefined)[] =>
  kindsOf(expression).RowExpr?.args ?? [expression]

const textsOf = (names: readonly Node[] = []): string[] =>
  names.map((name) => kindsOf(name).String?.sval ?? '')
