import type { AccountDeletion } from '../../../contract/wire.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { changesOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { insertDeletion } from '../../accounts/users/deletions/queries.ts'
import { lockMailbox } from '../../accounts/users/emails/queries.ts'
import { undoableUntil } from '../../accounts/users/former-emails/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { cancelPending } from '../../sessions/cancel-pending.ts'
import { endSessions } from '../../sessions/end.ts'
import { requireRecentProof } from '../../sessions/proof/require-recent-proof.ts'
import { holdSession } from '../../sessions/queries.ts'
import { forgetAccount } from './forget.ts'

/**
 * Ends all sessions, and the account after the grace period and any undoable change of address. Signing in
 * before then keeps it.
 * @returns when it will be deleted; undefined if it already is
 * @throws 403 `reauthentication_required`, 401 for a wrong password, 429
 */
export const deleteAccount = async (
  deps: Deps,
  bearer: Bearer,
  password: string | undefined,
  client: Client,
): Promise<AccountDeletion | undefined> => {
  await requireRecentProof(deps, bearer, password, client)
  const { userId } = bearer
  await takeAttempts(deps, [changesOf(userId, 'closing')])
  const { address } = client
  const graceDays = deps.config.accountDeletionDays
  const deletesAt = await deps.db.transaction(async (runner) => {
    // lock order: the address first
    await lockMailbox(runner, userId)
    // before anything else: a sign-in in progress can no longer keep the account
    await cancelPending(runner, userId)
    if (!(await holdSession(runner, bearer))) throw unauthorized()
    await endSessions(runner, userId, { reason: 'account_deleted', address })
    const undoUntil = await undoableUntil(runner, userId)
    const dueAt = await insertDeletion(runner, userId, graceDays, undoUntil)
    if (graceDays === 0 && !undoUntil) return undefined
    const detail = { deletesAt: dueAt.toISOString() }
    await recordEvent(runner, { type: 'account.deletion_requested', userId, address, detail })
    return dueAt
  })
  if (!deletesAt) await forgetAtOnce(deps, userId)
  return deletesAt && { deletesAt: deletesAt.toISOString() }
}

// nobody can sign in any more, and the job retries
const forgetAtOnce = ({ db, log }: Deps, userId: string) =>
  forgetAccount(db, userId, { waits: true }).catch((error: Error) =>
    log.error({ err: error, userId }, 'a closed account could not be removed; retrying'),
  )
