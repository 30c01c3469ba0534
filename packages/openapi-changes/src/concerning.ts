import type { Change } from './change.ts'
import { isMadeOf } from './made-of.ts'
import { nameless } from './nameless.ts'

/** Whether an operation is one of a pattern like `GET /orders*`. Names of path parameters do not count. */
export const isOfPattern = (operation: string, pattern: string): boolean =>
  isMadeOf(nameless(operation), nameless(pattern).split('*'))

/** The changes that concern one of these operations, or belong to none: these may concern any. */
export const concerning = <Any extends Change>(
  changes: readonly Any[],
  isMeant: (operation: string) => boolean,
): Any[] =>
  changes.filter(({ operation, operations = operation === undefined ? [] : [operation] }) => {
    return operations.length === 0 || operations.some(isMeant)
  })
