import type { Actor } from '../../accounts/events/events.ts'
import { mailsToUser } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { findMailbox } from '../../accounts/users/emails/queries.ts'
import { findAccount, lockUser } from '../../accounts/users/queries.ts'
import type { Deps } from '../../deps.ts'
import { accountDisabled } from '../../platform/errors.ts'
import { issueReset } from '../password/issue-reset.ts'

/**
 * Emails the owner a link to set a new password. The operator does not get to see it.
 * @returns whether there is such an account
 * @throws 409 `account_disabled`, 429 after three in an hour
 */
export const sendReset = async (
  deps: Pick<Deps, 'db' | 'keys'>,
  userId: string,
  actor: Actor,
): Promise<boolean> => {
  if (!(await findAccount(deps.db, userId))) return false
  await takeAttempts(deps, [mailsToUser(userId, 'reset')])
  return deps.db.transaction(async (runner) => {
    const user = await lockUser(runner, userId)
    const email = await findMailbox(runner, userId)
    if (!user || !email) return false
    if (user.isDisabled) throw accountDisabled()
    await issueReset(deps, runner, { userId, email, address: null, actor })
    return true
  })
}
