import { cameFrom } from '#accounts/events/came-from.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { changesOf } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import { isTwoFactorRequired } from '#config/two-factor-policy.ts'
import { activeMethods } from '#credentials/queries.ts'
import { deleteAuthenticator } from '#credentials/totp/queries/authenticators.ts'
import { deleteDevices } from '#credentials/trusted-devices/queries.ts'
import type { Client, Deps } from '#deps.ts'
import { isId } from '#platform/crypto/id.ts'
import { lastAuthenticator, notFound, secondFactorNeeded, unauthorized } from '#platform/errors.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { requireRecentProof } from '#sessions/proof/require-recent-proof.ts'
import { holdSession } from '#sessions/queries/sessions.ts'

/**
 * Removes an authenticator app that is not the last second factor.
 * @throws 403 `reauthentication_required`, 404, 409 `last_authenticator` or `second_factor_needed`, 429
 */
export const removeAuthenticator = async (
  deps: Deps,
  bearer: Bearer,
  id: string,
  client: Client,
): Promise<void> => {
  if (!isId(id)) throw notFound()
  await requireRecentProof(deps, bearer, undefined, client)
  const { userId, sessionId } = bearer
  await takeAttempts(deps, [changesOf(userId, 'two-factor')])
  await deps.db.transaction(async (runner) => {
    // serialises simultaneous removals, because one has to stay
    await lockUser(runner, userId)
    if (!(await holdSession(runner, bearer))) throw unauthorized()
    if (!(await deleteAuthenticator(runner, userId, id))) throw notFound()
    // a passkey may guard the account as well
    if ((await activeMethods(runner, userId)).length === 0)
      throw isTwoFactorRequired(deps) ? secondFactorNeeded() : lastAuthenticator()
    await deleteDevices(runner, userId)
    await recordEvent(runner, {
      type: 'authenticator.removed',
      userId,
      sessionId,
      ...cameFrom(client),
      detail: { id },
    })
  })
}
