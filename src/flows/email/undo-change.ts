import vine from '@vinejs/vine'
import { cameFrom } from '../../accounts/events/came-from.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { forgetPasswordAttempts } from '../../accounts/limits/queries/forget.ts'
import { oneByOne } from '../../accounts/links/one-by-one.ts'
import { type LinkKey, readLinkToken } from '../../accounts/links/token.ts'
import { freeHeld } from '../../accounts/users/free-held.ts'
import { cancelDeletion } from '../../accounts/users/queries/deletions.ts'
import { lockMailbox, noteOwned, replaceEmail } from '../../accounts/users/queries/emails.ts'
import {
  deleteFormerSince,
  type Former,
  findFormer,
  spendFormer,
  undoSeconds,
} from '../../accounts/users/queries/former-emails.ts'
import { deleteKnownAddresses } from '../../accounts/users/queries/known-addresses.ts'
import { beganAt } from '../../accounts/users/queries/suspects.ts'
import { lockUser } from '../../accounts/users/queries/users.ts'
import { deleteCredentialsSince } from '../../credentials/delete.ts'
import { closeConsole } from '../../credentials/operators/close.ts'
import { confirmationField, newPasswordField } from '../../credentials/password/fields.ts'
import { setPassword } from '../../credentials/password/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import type { StoredPassword } from '../../platform/crypto/password.ts'
import type { Runner } from '../../platform/db/db.ts'
import { deadLink } from '../../platform/errors.ts'
import { optional } from '../../platform/exact.ts'
import { cancelProofs } from '../../sessions/cancel-pending.ts'
import { endSessions } from '../../sessions/end.ts'
import { expireProofs } from '../../sessions/proof/queries.ts'
import { issueReset } from '../password/issue-reset.ts'
import { claimAccount } from '../registration/claim.ts'

const reason = 'email_change_undone'

/** An optional new password, which must differ from the `email` beside it. */
export const undoBody = ({ config }: Pick<Deps, 'config'>) =>
  vine.create({
    password: optional(newPasswordField(config)),
    passwordConfirmation: confirmationField('password'),
  })

/** The address a link would restore. Spends nothing. @throws 401 if it no longer works */
export const findUndo = async (deps: Deps, token: string): Promise<{ email: string }> => {
  const former = await formerOf(deps, token)
  if (!former) throw deadLink(readLinkToken('email-undo', token)?.userId)
  return { email: former.typed }
}

/** Until when a link works, if it does. Spends nothing. */
export const undoGoodUntil = async (deps: Pick<Deps, 'db'>, token: string): Promise<Date | undefined> =>
  (await formerOf(deps, token))?.expiresAt

const formerOf = async ({ db }: Pick<Deps, 'db'>, token: string) => {
  const key = readLinkToken('email-undo', token)
  return key && findFormer(db, key)
}

/**
 * Restores the former address for the holder of the link sent there. The author of the change may have settled in,
 * even beforehand. So this undoes everything made since the change, by the session that requested it, or by one
 * opened or proven after that session. Those sessions end, and all others must prove their identity again. A new
 * password ends all; without one, a link to set it follows, because the thief may know the present one. An
 * unconfirmed address is unconfirmed again, so that setting a password claims the account.
 * @throws 401 if the link no longer works
 */
export const undoEmailChange = (
  deps: Deps,
  token: string,
  password: string | undefined,
  client: Client,
): Promise<void> => oneByOne(token, () => undoByLink(deps, token, password, client))

const undoByLink = async (
  deps: Deps,
  token: string,
  password: string | undefined,
  client: Client,
): Promise<void> => {
  const { address, userAgent } = client
  const key = readLinkToken('email-undo', token)
  if (!key || !(await findFormer(deps.db, key))) throw deadLink(key?.userId)
  const stored = password === undefined ? undefined : await deps.passwords.hash(password, key.userId, client)
  await deps.db.transaction(async (runner) => {
    const former = await undo(runner, key, client)
    if (stored) await secure(runner, key.userId, former, stored, client)
    else await issueReset(deps, runner, { userId: key.userId, email: former, address, userAgent })
  })
}

const undo = async (runner: Runner, key: LinkKey, client: Client): Promise<Former> => {
  const { address } = client
  const { userId } = key
  const present = await lockMailbox(runner, userId)
  const user = await lockUser(runner, userId)
  const former = await spendFormer(runner, key)
  if (!former || !present || !user || user.isDisabled) throw deadLink(userId)
  const { wasProven: isProven } = former
  await replaceEmail(runner, userId, former, { isProven, onlyByLink: isProven, heldSeconds: undoSeconds })
  // the present one stays reserved if an earlier change's link leads back to it
  const since = await deleteFormerSince(runner, userId, former.changedAt)
  await freeHeld(runner, userId, [present.canonical, ...since])
  await cancelProofs(runner, userId)
  if (await cancelDeletion(runner, userId))
    await recordEvent(runner, { type: 'account.deletion_cancelled', userId, address })
  const { removed, mustKeepFactor } = await deleteCredentialsSince(runner, userId, former)
  // whoever has a second factor from now on need not be the operator
  await closeConsole(runner, userId)
  // with a possibly stolen second factor, none of the remaining sessions may renew its proof
  const which = mustKeepFactor ? {} : { suspicion: former }
  await endSessions(runner, userId, { why: reason, address }, which)
  await expireProofs(runner, userId)
  await deleteKnownAddresses(runner, userId, beganAt(former))
  await recordEvent(runner, { type: 'email.change_undone', userId, address, detail: { removed } })
  return former
}

const secure = async (
  runner: Runner,
  userId: string,
  { wasProven, canonical }: Former,
  stored: StoredPassword,
  client: Client,
) => {
  // like any password set from an unconfirmed mailbox
  if (!wasProven) await claimAccount(runner, userId, { proof: 'email_undo', address: client.address })
  await noteOwned(runner, userId)
  await setPassword(runner, userId, stored)
  await forgetPasswordAttempts(runner, userId, canonical)
  await endSessions(runner, userId, { why: reason, address: client.address })
  await recordEvent(runner, { type: 'password.reset', userId, ...cameFrom(client) })
}
