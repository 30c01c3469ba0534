import type { Actor } from '#accounts/events/events.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { lockMailbox } from '#accounts/users/queries/emails.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import { findOperator, type Operator, putOperator } from '#credentials/operators/queries.ts'
import { tellOperators } from '#credentials/operators/tell.ts'
import type { Deps } from '#deps.ts'
import { badRequest } from '#platform/errors.ts'

/**
 * Lets somebody use the console for these scopes, in place of those before. Every operator is told by email.
 * @returns whether there is such an account
 * @throws 400 for one that is blocked, or has no second factor, or an address that nobody has confirmed
 */
export const grantOperator = (
  { db }: Pick<Deps, 'db'>,
  granted: Omit<Operator, 'grantedAt'>,
  actor: Actor,
): Promise<boolean> =>
  db.transaction(async (runner) => {
    const { userId, scopes } = granted
    // lock order: the address first
    const mailbox = await lockMailbox(runner, userId)
    const user = await lockUser(runner, userId)
    if (!user || !mailbox) return false
    if (user.isDisabled) throw badRequest('This account is blocked.')
    if (!mailbox.verifiedAt) throw badRequest('The address of this account is not confirmed.')
    await putOperator(runner, granted)
    if (!(await findOperator(runner, userId))?.hasFactor)
      throw badRequest(
        'This account has no second factor. A passkey that signs in is one once its owner makes it one.',
      )
    await recordEvent(runner, { type: 'operator.added', userId, actor, detail: { scopes } })
    await tellOperators(runner, userId, { what: 'granted', scopes })
    return true
  })
