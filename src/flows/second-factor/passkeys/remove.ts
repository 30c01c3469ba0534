import { cameFrom } from '#accounts/events/came-from.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { changesOf } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { keepingWayIn } from '#credentials/keeping-way-in.ts'
import { deletePasskey, findPasskey } from '#credentials/passkeys/queries/passkeys.ts'
import type { Client, Deps } from '#deps.ts'
import { isId } from '#platform/crypto/id.ts'
import { notFound } from '#platform/errors.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { cancelPending } from '#sessions/cancel-pending.ts'
import { endSessions } from '#sessions/end.ts'
import { type Along, useInSession } from '#sessions/proof/along.ts'
import { disableWithLastPasskey, proveResigning } from './guard.ts'

/**
 * Removes a passkey, and ends the other sessions that passkeys opened, and sign-ins in progress. Removing the last
 * second factor turns two-factor authentication off, and requires one in the request.
 * @throws 404, 409 `last_way_in` or `second_factor_needed`, 403 `factor_required` or `reauthentication_required`, 401
 * `wrong_code` or `invalid_credentials`, 429
 */
export const removePasskey = async (
  deps: Deps,
  bearer: Bearer,
  { id, along }: { id: string; along: Along },
  client: Client,
): Promise<void> => {
  if (!isId(id)) throw notFound()
  const { use, lacks } = await proveResigning(deps, bearer, { id, along }, client)
  const { userId, sessionId } = bearer
  await takeAttempts(deps, [changesOf(userId, 'passkey')])
  const { address } = client
  // its lock serialises simultaneous requests, because one way in has to stay
  await useInSession(deps, bearer, use, async (runner) => {
    await cancelPending(runner, userId)
    const passkey = await findPasskey(runner, userId, id)
    const isDeleted = await keepingWayIn(runner, userId, deps, () => deletePasskey(runner, userId, id))
    if (!passkey || !isDeleted) throw notFound()
    await endSessions(runner, userId, { why: 'passkey_removed', address }, { but: sessionId, by: 'passkey' })
    await recordEvent(runner, {
      type: 'passkey.removed',
      userId,
      sessionId,
      ...cameFrom(client),
      detail: { id },
    })
    if (passkey.secondFactorSince !== null)
      await disableWithLastPasskey(deps, runner, { bearer, lacks }, client)
  })
}
