import { recordEvent } from '../../accounts/events/record.ts'
import { changesOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { deletePasskey, findPasskey } from '../../credentials/passkeys/queries.ts'
import { hasWayIn } from '../../credentials/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { isId } from '../../platform/crypto/id.ts'
import { lastWayIn, notFound, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { cancelPending } from '../../sessions/cancel-pending.ts'
import { endSessions } from '../../sessions/end.ts'
import { requireRecentProof } from '../../sessions/proof/require-recent-proof.ts'
import { holdSession } from '../../sessions/queries.ts'
import { resignGuard } from './guard.ts'

/**
 * Removes a passkey, and ends the other sessions that passkeys opened, and sign-ins in progress. Removing the last second
 * factor turns two-factor authentication off.
 * @throws 404, 409 `last_way_in` or `second_factor_needed`, 403 `reauthentication_required`, 429
 */
export const removePasskey = async (
  deps: Deps,
  bearer: Bearer,
  id: string,
  client: Client,
): Promise<void> => {
  if (!isId(id)) throw notFound()
  await requireRecentProof(deps, bearer, undefined, client)
  const { userId, sessionId } = bearer
  await takeAttempts(deps, [changesOf(userId, 'passkey')])
  const { address } = client
  await deps.db.transaction(async (runner) => {
    // first: serialises simultaneous requests, because one way in has to stay
    await cancelPending(runner, userId)
    if (!(await holdSession(runner, bearer))) throw unauthorized()
    const passkey = await findPasskey(runner, userId, id)
    if (!passkey || !(await deletePasskey(runner, userId, id))) throw notFound()
    if (!(await hasWayIn(runner, userId))) throw lastWayIn()
    await endSessions(runner, userId, { why: 'passkey_removed', address }, { but: sessionId, by: 'passkey' })
    await recordEvent(runner, { type: 'passkey.removed', userId, sessionId, address, detail: { id } })
    if (passkey.secondFactorSince !== null) await resignGuard(deps, runner, bearer, client)
  })
}
