import vine from '@vinejs/vine'
import { recordEvent } from '../../accounts/events/record.ts'
import { forgetPasswordAttempts } from '../../accounts/limits/queries.ts'
import { findLink, spendLink } from '../../accounts/links/queries.ts'
import { type LinkKey, readLinkToken } from '../../accounts/links/token.ts'
import { lockMailbox } from '../../accounts/users/emails/queries.ts'
import { lockUser } from '../../accounts/users/queries.ts'
import { deleteIdentities } from '../../credentials/identities/queries.ts'
import { confirmationField, newPasswordField } from '../../credentials/password/fields.ts'
import { setPassword } from '../../credentials/password/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import type { StoredPassword } from '../../platform/crypto/password.ts'
import type { Runner } from '../../platform/db/db.ts'
import { deadLink } from '../../platform/errors.ts'
import { cancelPending } from '../../sessions/cancel-pending.ts'
import { endSessions } from '../../sessions/end.ts'
import { claimAccount } from '../claim/claim.ts'

/** What somebody chooses instead of the password that they forgot. An `email` beside it is what it has to differ from. */
export const newPasswordBody = ({ config }: Pick<Deps, 'config'>) =>
  vine.create({
    password: newPasswordField(config),
    passwordConfirmation: confirmationField('password'),
  })

/** The address that a link was sent to. Looking spends nothing. @throws 401 for a link that is not good any more */
export const findReset = async (deps: Deps, token: string): Promise<{ email: string }> => {
  const key = readLinkToken('reset', token)
  const sent = key && (await findLink(deps.db, key))
  if (!sent) throw deadLink()
  return { email: sent.typed }
}

/**
 * Sets a new password, for the holder of a mailed link. All sessions end, links of every kind are dead, and nobody is
 * signed in. The second factor stays; only where this is the first proof of the mailbox, nothing of what was set before
 * does.
 *
 * @throws 401 for a link that is unknown, spent, too old or not the newest
 */
export const resetPassword = async (
  deps: Deps,
  token: string,
  password: string,
  client: Client,
): Promise<void> => {
  const key = readLinkToken('reset', token)
  // before it is hashed: a made-up link costs a look at one row
  if (!key || !(await findLink(deps.db, key))) throw deadLink()
  const stored = await deps.passwords.hash(password, key.userId)
  await deps.db.transaction((runner) => reset(runner, key, stored, client))
}

const reset = async (runner: Runner, key: LinkKey, stored: StoredPassword, { address }: Client) => {
  const { userId } = key
  // the address first, as whatever else proves a mailbox does: two that wait for each other would both be refused
  const mailbox = await lockMailbox(runner, userId)
  const user = await lockUser(runner, userId)
  const sent = await spendLink(runner, key)
  if (!sent || mailbox?.canonical !== sent.canonical || !user || user.isDisabled) throw deadLink()
  const isFirstProof = await claimAccount(runner, userId, { proof: 'password_reset', address })
  if (!isFirstProof) await endEverything(runner, userId, mailbox.verifiedAt, address)
  await setPassword(runner, userId, stored)
  // strangers who guessed do not keep the owner waiting
  await forgetPasswordAttempts(runner, userId, sent.canonical)
  await recordEvent(runner, { type: 'password.reset', userId, address })
}

const endEverything = async (runner: Runner, userId: string, verifiedAt: Date | null, address: string) => {
  await cancelPending(runner, userId)
  await endSessions(runner, userId, { reason: 'password_reset', address })
  if (!verifiedAt) return
  // planted before the owner came, they would let somebody in again
  for (const provider of await deleteIdentities(runner, userId, { before: verifiedAt }))
    await recordEvent(runner, { type: 'identity.unlinked', userId, address, detail: { provider } })
}
