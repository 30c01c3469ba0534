import vine from '@vinejs/vine'
import { cameFrom } from '../../accounts/events/came-from.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { changesOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { confirmationField, newPasswordField, passwordField } from '../../credentials/password/fields.ts'
import { findPasswordAccount, setPassword } from '../../credentials/password/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { fieldRequired, invalidCredentials, unauthorized } from '../../platform/errors.ts'
import { optional } from '../../platform/exact.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { cancelProofs } from '../../sessions/cancel-pending.ts'
import { endSessions } from '../../sessions/end.ts'
import { renewProof } from '../../sessions/proof/queries.ts'
import { requireRecentProof } from '../../sessions/proof/require-recent-proof.ts'
import { holdSession } from '../../sessions/queries/sessions.ts'

export const passwordChangeBody = ({ config }: Pick<Deps, 'config'>) =>
  vine.create({
    currentPassword: optional(passwordField()),
    password: newPasswordField(config),
    passwordConfirmation: confirmationField('password'),
  })

type PasswordChange = { currentPassword?: string | undefined; password: string }

/**
 * Changes a password and ends the other sessions. An account without one gets its first with a recent proof.
 * @throws 422 without `currentPassword`, 401 if it is wrong, 403 `reauthentication_required`, 429
 */
export const changePassword = async (
  deps: Deps,
  bearer: Bearer,
  { currentPassword, password }: PasswordChange,
  client: Client,
): Promise<void> => {
  const { userId, sessionId } = bearer
  const account = await findPasswordAccount(deps.db, bearer, client.bucket)
  if (!account) throw unauthorized()
  if (account.phc !== null && currentPassword === undefined) throw fieldRequired('currentPassword')
  await requireRecentProof(deps, bearer, currentPassword, client)
  await takeAttempts(deps, [changesOf(userId, 'password')])

  const stored = await deps.passwords.hash(password, userId, client)
  await deps.db.transaction(async (runner) => {
    // of two changes, or a change and a claim, the first one wins
    if (!(await cancelProofs(runner, userId, { from: account.epoch })))
      throw invalidCredentials('sign_in.overtaken')
    const maker = await holdSession(runner, bearer)
    if (!maker) throw unauthorized()
    await setPassword(runner, userId, stored, maker)
    await endSessions(
      runner,
      userId,
      { why: 'password_changed', address: client.address },
      { but: sessionId },
    )
    await recordEvent(runner, { type: 'password.changed', userId, sessionId, ...cameFrom(client) })
    await renewProof(runner, bearer)
  })
}
