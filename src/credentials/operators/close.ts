import type { Actor } from '../../accounts/events/events.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import type { Runner } from '../../platform/db/db.ts'
import { deleteOperator } from './queries.ts'
import { tellOperators } from './tell.ts'

/**
 * Closes the console to somebody, and tells every operator. To be called in a transaction, also where a second factor goes without
 * being proven: whoever sets up the next one need not be the person who was granted it.
 * @returns whether they were an operator
 */
export const closeConsole = async (
  runner: Runner,
  userId: string,
  actor: Actor = { kind: 'system' },
): Promise<boolean> => {
  if (!(await deleteOperator(runner, userId))) return false
  await recordEvent(runner, { type: 'operator.removed', userId, actor })
  await tellOperators(runner, userId, { what: 'removed', scopes: [] })
  return true
}
