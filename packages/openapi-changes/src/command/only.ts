import type { AcceptedChange } from '../accepted.ts'
import { nameless, pathsOf } from '../differences/operations.ts'
import { openDocument } from '../document.ts'
import { literal } from '../literal.ts'
import type { Source } from '../read-document.ts'
import { printable } from './outcome.ts'

/**
 * The changes that concern operations of these patterns, as in `GET /orders*`, or belong to no operation: these may
 * concern any. Names of path parameters do not count.
 * @throws an `Error` for a pattern that neither document has an operation for
 */
export const onlyOf = (
  changes: AcceptedChange[],
  patterns: readonly string[],
  sources: Source[],
): AcceptedChange[] => {
  if (patterns.length === 0) return changes
  const known = sources.flatMap(operationsIn)
  const expressions = patterns.map((pattern) => {
    const expression = expressionOf(pattern)
    if (!known.some((name) => expression.test(name)))
      throw new Error(`--only ${printable(pattern)}: neither document has such an operation.`)
    return expression
  })
  const isWanted = (operation: string) =>
    expressions.some((expression) => expression.test(nameless(operation)))
  return changes.filter(
    ({ operation, operations = operation === undefined ? [] : [operation] }) =>
      operations.length === 0 || operations.some(isWanted),
  )
}

const operationsIn = ({ document }: Source): string[] =>
  [...pathsOf(openDocument(document)).values()].flatMap((operations) =>
    [...operations.values()].map(({ name }) => nameless(name)),
  )

/** `*` stands for anything, also across slashes. */
const expressionOf = (pattern: string): RegExp => {
  const parts = nameless(pattern).split('*')
  return new RegExp(`^${parts.map(literal).join('.*')}$`, 's')
}
