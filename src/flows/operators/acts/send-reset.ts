import { mailsToUser } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { findMailbox } from '#accounts/users/queries/emails.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import type { Deps } from '#deps.ts'
import { badRequest } from '#platform/errors.ts'
import { issueReset } from '../../password/issue-reset.ts'
import type { OptionalReason } from './act.ts'

/**
 * Emails the owner a link to set a new password. The operator does not get to see it.
 * @returns whether there is such an account
 * @throws 400 if it is blocked, or has an address that was written without the key, 429 after three in an hour
 */
export const sendReset = (
  { db, keys, metrics }: Pick<Deps, 'db' | 'keys' | 'metrics'>,
  userId: string,
  { actor, reason }: OptionalReason,
): Promise<boolean> =>
  db.transaction(async (runner) => {
    const user = await lockUser(runner, userId)
    const email = await findMailbox(runner, userId)
    if (!user || !email) return false
    if (user.isDisabled) throw badRequest('This account is blocked. Unblock it first.')
    if (!email.isGenuine()) throw badRequest('The address of this account was changed in the database.')
    await takeAttempts({ db: runner, metrics }, [mailsToUser(userId, 'reset')])
    await issueReset({ keys }, runner, { userId, email, address: null, actor, reason })
    return true
  })
