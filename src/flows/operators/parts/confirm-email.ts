import { recordEvent } from '#accounts/events/record.ts'
import { lockMailbox, noteVerified } from '#accounts/users/queries/emails.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import type { Deps } from '#deps.ts'
import { makeWhole } from '#sessions/queries/sessions.ts'
import type { OperatorAct } from '../acts/act.ts'

/**
 * Confirms an address for somebody who has shown that it is theirs; sessions that awaited it are whole. A new password by
 * email, a mailed code or a provider of that address still takes away what was there before, as after a link that was opened elsewhere.
 * @returns whether there is such an account
 */
export const confirmEmailOf = (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { actor, reason }: OperatorAct,
): Promise<boolean> =>
  db.transaction(async (runner) => {
    // lock order: the address first
    if (!(await lockMailbox(runner, userId)) || !(await lockUser(runner, userId))) return false
    if (!(await noteVerified(runner, userId, { onlyByLink: true }))) return true
    await makeWhole(runner, userId)
    await recordEvent(runner, { type: 'email.verified', userId, actor, reason })
    return true
  })
