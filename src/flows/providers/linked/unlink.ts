import { cameFrom } from '#accounts/events/came-from.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { changesOf } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { deleteIdentity } from '#credentials/identities/queries/identities.ts'
import { keepingWayIn } from '#credentials/keeping-way-in.ts'
import type { Client, Deps } from '#deps.ts'
import { notFound, unauthorized } from '#platform/errors.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { cancelPending } from '#sessions/cancel-pending.ts'
import { endSessions } from '#sessions/end.ts'
import { requireRecentProof } from '#sessions/proof/require-recent-proof.ts'
import { holdSession } from '#sessions/queries/sessions.ts'

/**
 * Unlinks a provider, and ends the other sessions it opened and sign-ins in progress.
 * @throws 404 if it is not linked, 409 `last_way_in`, 403 `reauthentication_required`, 401 for a wrong
 *   password, 429
 */
export const unlink = async (
  deps: Deps,
  bearer: Bearer,
  provider: string,
  password: string | undefined,
  client: Client,
): Promise<void> => {
  await requireRecentProof(deps, bearer, password, client)
  const { userId, sessionId } = bearer
  const { address } = client
  const detail = { provider }
  await deps.db.transaction(async (runner) => {
    // first: serialises simultaneous requests, because one way in has to stay
    await cancelPending(runner, userId)
    if (!(await holdSession(runner, bearer))) throw unauthorized()
    const isDeleted = await keepingWayIn(runner, userId, deps, () => deleteIdentity(runner, userId, provider))
    if (!isDeleted) throw notFound()
    // in the transaction, so that refusals do not count
    await takeAttempts({ ...deps, db: runner }, [changesOf(userId, 'unlinking')])
    const ended = { why: 'identity_unlinked', address }
    await endSessions(runner, userId, ended, { but: sessionId, by: provider })
    await recordEvent(runner, { type: 'identity.unlinked', userId, sessionId, ...cameFrom(client), detail })
  })
}
