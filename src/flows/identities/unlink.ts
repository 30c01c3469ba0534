import { insertEvent, recorded } from '../../accounts/events/queries.ts'
import { takeAttempt } from '../../accounts/limits/queries.ts'
import { changesOf } from '../../accounts/limits/rules.ts'
import { hasWayIn, raiseEpoch } from '../../accounts/users/queries.ts'
import { deleteIdentity } from '../../credentials/identities/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { lastWayIn, notFound, tooManyAttempts, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { requireRecentProof } from '../../sessions/proof/require-recent-proof.ts'
import { deleteSessionsBy, holdSession } from '../../sessions/queries.ts'

/**
 * Unlinks a provider. The other sessions that were opened with it end, and so do sign-ins under way.
 *
 * @throws 404 when it is not linked, 409 `last_way_in`, 403 `reauthentication_required`, 401 and 429 for a wrong password
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
    // first: of two who unlink the last two at the same moment, the later one sees what the earlier one left
    await runner.run(raiseEpoch(userId))
    if (!(await holdSession(runner, userId, sessionId))) throw unauthorized()
    if (!(await deleteIdentity(runner, userId, provider))) throw notFound()
    if (!(await hasWayIn(runner, userId))) throw lastWayIn()
    // in the transaction: only what is unlinked counts
    const { waitSeconds } = await takeAttempt(runner, changesOf(userId, 'unlinking'))
    if (waitSeconds > 0) throw tooManyAttempts(waitSeconds)
    const ended = { type: 'session.ended', address, detail: { reason: 'identity_unlinked' } } as const
    await runner.run(recorded(deleteSessionsBy(userId, provider, sessionId), ended))
    await runner.run(insertEvent({ type: 'identity.unlinked', userId, sessionId, address, detail }))
  })
}
