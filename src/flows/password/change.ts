import { insertEvent, recorded } from '../../accounts/events/queries.ts'
import { changesOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { findCredentialsOf, raiseEpoch, setPassword } from '../../accounts/users/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { first } from '../../platform/db/db.ts'
import { fieldRequired, invalidCredentials, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { requireRecentProof } from '../../sessions/proof/require-recent-proof.ts'
import { deleteSessions, holdSession, renewProof } from '../../sessions/queries.ts'

export type PasswordChange = { currentPassword?: string | undefined; password: string }

/**
 * Changes a password and ends the user's other sessions. An account without one, made through another provider, gets its
 * first with a recent proof instead.
 *
 * @throws 422 without the current one, 401 when that is wrong, 403 `reauthentication_required`, 429
 */
export const changePassword = async (
  deps: Deps,
  bearer: Bearer,
  { currentPassword, password }: PasswordChange,
  client: Client,
): Promise<void> => {
  const { userId, sessionId } = bearer
  const account = await findCredentialsOf(deps.db, userId, client.bucket)
  if (!account) throw unauthorized()
  if (account.phc !== null && currentPassword === undefined) throw fieldRequired('currentPassword')
  await requireRecentProof(deps, bearer, account.phc === null ? undefined : currentPassword, client)
  await takeAttempts(deps, [changesOf(userId, 'password')])

  const stored = await deps.passwords.hash(password, userId)
  const { address } = client
  await deps.db.transaction(async (runner) => {
    // of two changes that began with one password, and of a change and a proof of the mailbox, the first one counts
    if (!(await first(runner, raiseEpoch(userId, account.epoch)))) throw invalidCredentials()
    if (!(await holdSession(runner, userId, sessionId))) throw unauthorized()
    await setPassword(runner, userId, stored)
    const ended = { type: 'session.ended', address, detail: { reason: 'password_changed' } } as const
    await runner.run(recorded(deleteSessions(userId, sessionId), ended))
    await runner.run(insertEvent({ type: 'password.changed', userId, sessionId, address }))
    await renewProof(runner, userId, sessionId)
  })
}
