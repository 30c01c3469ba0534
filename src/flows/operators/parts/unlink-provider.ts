import { recordEvent } from '#accounts/events/record.ts'
import type { Offering } from '#credentials/credential.ts'
import { deleteIdentity } from '#credentials/identities/queries/identities.ts'
import { keepingWayIn } from '#credentials/keeping-way-in.ts'
import type { Deps } from '#deps.ts'
import { notFound } from '#platform/errors.ts'
import { cancelPending } from '#sessions/cancel-pending.ts'
import { endSessions } from '#sessions/end.ts'
import type { OperatorAct } from '../acts/act.ts'

/**
 * Unlinks a provider, and ends the sessions that it opened and sign-ins in progress.
 * @throws 404 if it is not linked, 409 `last_way_in`
 */
export const unlinkProviderOf = (
  deps: Pick<Deps, 'db'> & Offering,
  userId: string,
  { provider, actor, reason }: OperatorAct & { provider: string },
): Promise<void> =>
  deps.db.transaction(async (runner) => {
    // first: one way in has to stay, of simultaneous requests too
    await cancelPending(runner, userId)
    const isDeleted = await keepingWayIn(runner, userId, deps, () => deleteIdentity(runner, userId, provider))
    if (!isDeleted) throw notFound()
    await endSessions(runner, userId, { why: 'identity_unlinked', actor }, { by: provider })
    await recordEvent(runner, { type: 'identity.unlinked', userId, actor, reason, detail: { provider } })
  })
