import { cameFrom } from '#accounts/events/came-from.ts'
import { changesOf } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { lockMailbox } from '#accounts/users/queries/emails.ts'
import type { AccountDeletion } from '#contract/wire.ts'
import type { Client, Deps } from '#deps.ts'
import { unauthorized } from '#platform/errors.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { cancelPending } from '#sessions/cancel-pending.ts'
import { endSessions } from '#sessions/end.ts'
import { requireRecentProof } from '#sessions/proof/require-recent-proof.ts'
import { holdSession } from '#sessions/queries/sessions.ts'
import { forgetAtOnce, scheduleErasure } from './schedule-erasure.ts'

/**
 * Ends all sessions, and the account after the grace period and any undoable change of address. Signing in
 * before then keeps it.
 * @returns when it will be deleted; undefined if it already is
 * @throws 403 `reauthentication_required`, 401 for a wrong password, 429
 */
export const closeOwnAccount = async (
  deps: Deps,
  bearer: Bearer,
  password: string | undefined,
  client: Client,
): Promise<AccountDeletion | undefined> => {
  await requireRecentProof(deps, bearer, password, client)
  const { userId } = bearer
  await takeAttempts(deps, [changesOf(userId, 'closing')])
  const graceDays = deps.config.accountDeletionDays
  const deletesAt = await deps.db.transaction(async (runner) => {
    // lock order: the address first
    await lockMailbox(runner, userId)
    // before anything else: a sign-in in progress can no longer keep the account
    await cancelPending(runner, userId)
    if (!(await holdSession(runner, bearer))) throw unauthorized()
    await endSessions(runner, userId, { why: 'account_deleted', address: client.address })
    return scheduleErasure(runner, userId, graceDays, cameFrom(client))
  })
  if (!deletesAt) await forgetAtOnce(deps, userId)
  return deletesAt && { deletesAt: deletesAt.toISOString() }
}
