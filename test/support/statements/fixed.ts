import type { Node } from 'libpg-query'
import { kindsOf, lastName, nodesIn } from './tree.ts'

/** Functions with constant results. Others could differ between Citus's servers. */
const immutable = [
  'array_append',
  'array_remove',
  'array_replace',
  'ceil',
  'count',
  'floor',
  'make_interval',
  'max',
  'min',
  'sha256',
  'starts_with',
  'sum',
  'timezone',
  'unnest',
]

/** Functions with constant results within a statement. */
const stable = [
  'array_to_string',
  'concat_ws',
  'current_setting',
  'date_part',
  'date_trunc',
  'extract',
  'jsonb_build_array',
  'now',
]

const functionsIn = (part: unknown): string[] =>
  nodesIn(part).flatMap(({ FuncCall, SQLValueFunction }) => [
    ...(FuncCall ? [lastName(FuncCall.funcname)] : []),
    ...(SQLValueFunction ? ['now'] : []),
  ])

/** Values that may differ with every row. */
export const hasVolatile = (part: unknown): boolean =>
  functionsIn(part).some((name) => !immutable.includes(name) && !stable.includes(name))

/**
 * Values that may differ with every statement: a clock, or an instant plus an interval, which depends on the time zone.
 */
export const isChanging = (part: unknown): boolean =>
  functionsIn(part).some((name) => !immutable.includes(name)) || shiftsIn(part).length > 0

/** Sums of an instant and an interval. One without a time zone is the same everywhere. */
const shiftsIn = (part: unknown) =>
  nodesIn(part).filter(({ A_Expr }) => {
    const { name, lexpr, rexpr } = A_Expr ?? {}
    return (
      ['+', '-'].includes(lastName(name)) &&
      [lexpr, rexpr].some(isInterval) &&
      ![lexpr, rexpr].some(isWithoutZone)
    )
  })

const isInterval = (expression: Node | undefined): boolean => {
  const { TypeCast, FuncCall, A_Expr, MinMaxExpr } = kindsOf(expression)
  return (
    lastName(TypeCast?.typeName?.names) === 'interval' ||
    lastName(FuncCall?.funcname) === 'make_interval' ||
    (lastName(A_Expr?.name) === '*' && [A_Expr?.lexpr, A_Expr?.rexpr].some(isInterval)) ||
    (MinMaxExpr?.args ?? []).some(isInterval)
  )
}

const isWithoutZone = (expression: Node | undefined) =>
  lastName(kindsOf(expression).FuncCall?.funcname) === 'timezone'

/** Whether a column goes into what may be another with every statement. */
export const hasChangingOfColumn = (part: unknown): boolean =>
  [...shiftsIn(part), ...nodesIn(part).filter(isStableCall)].some((node) =>
    nodesIn(node).some(({ ColumnRef }) => ColumnRef),
  )

const isStableCall = ({ FuncCall }: ReturnType<typeof kindsOf>) =>
  FuncCall !== undefined && stable.includes(lastName(FuncCall.funcname))
