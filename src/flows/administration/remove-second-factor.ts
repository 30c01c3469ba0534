import { lockUser } from '../../accounts/users/queries.ts'
import type { Deps } from '../../deps.ts'
import { removeLostFactor } from '../two-factor/disable.ts'
import type { OperatorAct } from './act.ts'

/**
 * For people who have lost it, once an operator is sure who they are. Passkeys go, too, and sessions end.
 * @returns whether there was anything to remove. Undefined if there is no such account
 */
export const removeSecondFactorOf = (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  act: OperatorAct,
): Promise<boolean | undefined> =>
  db.transaction(async (runner) => {
    if (!(await lockUser(runner, userId))) return
    return removeLostFactor(runner, userId, { ...act, detail: { by: 'operator' } })
  })
