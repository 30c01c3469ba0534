import type { Deps } from '#deps.ts'
import { notConfigured } from '#platform/errors.ts'
import { cancelProofs } from '#sessions/cancel-pending.ts'
import { removeLostFactor } from '../../second-factor/disable.ts'
import type { OperatorAct } from './act.ts'

/**
 * For people who have lost it, once an operator is sure who they are. Passkeys go, too, and sessions end.
 * @returns whether there is such an account
 * @throws 400 `not_configured` if there is nothing to remove
 */
export const removeSecondFactorOf = (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  act: OperatorAct,
): Promise<boolean> =>
  db.transaction(async (runner) => {
    // whoever set it up may have asked for a new password, too
    if (!(await cancelProofs(runner, userId, act))) return false
    // takes back what it cancelled
    if (!(await removeLostFactor(runner, userId, { ...act, detail: { by: 'operator' } })))
      throw notConfigured()
    return true
  })
