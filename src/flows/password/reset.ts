import vine from '@vinejs/vine'
import { cameFrom } from '../../accounts/events/came-from.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { forgetPasswordAttempts } from '../../accounts/limits/queries/forget.ts'
import { oneByOne } from '../../accounts/links/one-by-one.ts'
import { requireLink } from '../../accounts/links/require-link.ts'
import { spendAtMailbox } from '../../accounts/links/spend.ts'
import type { LinkKey } from '../../accounts/links/token.ts'
import { noteOwned } from '../../accounts/users/queries/emails.ts'
import { deleteIdentities } from '../../credentials/identities/queries/identities.ts'
import { deletePasskeysBefore } from '../../credentials/passkeys/queries/suspects.ts'
import { confirmationField, newPasswordField } from '../../credentials/password/fields.ts'
import { setPassword } from '../../credentials/password/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import type { StoredPassword } from '../../platform/crypto/password.ts'
import type { Runner } from '../../platform/db/db.ts'
import { cancelProofs } from '../../sessions/cancel-pending.ts'
import { endSessions } from '../../sessions/end.ts'
import { claimAccount } from '../registration/claim.ts'

/** A new password, which must differ from the `email` beside it. */
export const newPasswordBody = ({ config }: Pick<Deps, 'config'>) =>
  vine.create({
    password: newPasswordField(config),
    passwordConfirmation: confirmationField('password'),
  })

/** The address a link was sent to. Spends nothing. @throws 401 if it no longer works */
export const findReset = async (deps: Deps, token: string): Promise<{ email: string }> => {
  const { email } = await requireLink(deps, 'reset', token)
  return { email }
}

/**
 * Sets a new password for the holder of a mailed link. Ends all sessions and mailed links, and signs nobody
 * in. The second factor stays, unless this is the first proof of the mailbox.
 * @throws 401 if the link no longer works
 */
export const resetPassword = (deps: Deps, token: string, password: string, client: Client): Promise<void> =>
  oneByOne(token, () => resetByLink(deps, token, password, client))

const resetByLink = async (deps: Deps, token: string, password: string, client: Client): Promise<void> => {
  // before hashing, so that a made-up link costs one look-up
  const { key } = await requireLink(deps, 'reset', token)
  const stored = await deps.passwords.hash(password, key.userId, client)
  await deps.db.transaction((runner) => reset(runner, key, stored, client))
}

const reset = async (runner: Runner, key: LinkKey, stored: StoredPassword, client: Client) => {
  const { userId } = key
  const { canonical, verifiedAt } = await spendAtMailbox(runner, key)
  const isFirstProof = await claimAccount(runner, userId, {
    proof: 'password_reset',
    address: client.address,
  })
  if (!isFirstProof) await endEverything(runner, userId, verifiedAt, client)
  await noteOwned(runner, userId)
  await setPassword(runner, userId, stored)
  // strangers' guesses do not make the owner wait
  await forgetPasswordAttempts(runner, userId, canonical)
  await recordEvent(runner, { type: 'password.reset', userId, ...cameFrom(client) })
}

const endEverything = async (runner: Runner, userId: string, verifiedAt: Date | null, client: Client) => {
  await cancelProofs(runner, userId)
  await endSessions(runner, userId, { why: 'password_reset', address: client.address })
  if (!verifiedAt) return
  // if planted before the owner came, they would let someone back in
  for (const provider of await deleteIdentities(runner, userId, { before: verifiedAt }))
    await recordEvent(runner, {
      type: 'identity.unlinked',
      userId,
      ...cameFrom(client),
      detail: { provider },
    })
  const { length: count } = await deletePasskeysBefore(runner, userId, verifiedAt)
  if (count > 0)
    await recordEvent(runner, { type: 'passkey.removed', userId, ...cameFrom(client), detail: { count } })
}
