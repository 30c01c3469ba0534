import vine from '@vinejs/vine'
import { insertEvent, recorded } from '../audit/queries.ts'
import type { Client, Deps } from '../deps.ts'
import { invalidCredentials } from '../errors.ts'
import { deleteLinks, findLink, spendLink } from '../links/queries.ts'
import { readLinkToken } from '../links/token.ts'
import { claimAccount } from '../ownership/claim.ts'
import { deleteSessions } from '../sessions/queries.ts'
import { confirmationField, newPasswordField } from '../users/fields.ts'
import { lockMailbox, raiseEpoch, setPassword } from '../users/queries.ts'

/** What somebody chooses instead of the password that they forgot. An `email` beside it is what it has to differ from. */
export const newPasswordBody = ({ config }: Pick<Deps, 'config'>) =>
  vine.create({
    password: newPasswordField(config.passwordMinLength),
    passwordConfirmation: confirmationField('password'),
  })

/** The address that a link was sent to. Looking spends nothing. @throws 401 for a link that is not good any more */
export const findReset = async (deps: Deps, token: string): Promise<{ email: string }> => {
  const key = readLinkToken('reset', token)
  const sent = key && (await findLink(deps.db, key))
  if (!sent) throw invalidCredentials()
  return { email: sent.typed }
}

/**
 * Sets a new password, for who has a link that was mailed. All sessions end, links of every kind are dead, and nobody is
 * signed in. The second factor stays; only where this is the first proof of the mailbox, nothing of what was set before
 * does.
 *
 * @throws 401 for a link that is unknown, spent, too old or not the newest
 */
export const resetPassword = async (
  deps: Deps,
  token: string,
  password: string,
  { address }: Client,
): Promise<void> => {
  const key = readLinkToken('reset', token)
  // before it is hashed: a made-up link costs a look at one row
  if (!key || !(await findLink(deps.db, key))) throw invalidCredentials()
  const { userId } = key
  const stored = await deps.passwords.hash(password)
  await deps.db.transaction(async (runner) => {
    // first: the address cannot change before what was sent to it is spent
    const mailbox = await lockMailbox(runner, userId)
    const sent = await spendLink(runner, key)
    if (!sent || mailbox?.canonical !== sent.canonical) throw invalidCredentials()
    const proof = { proof: 'password_reset', address }
    if (!(await claimAccount(runner, userId, proof))) {
      await runner.run(raiseEpoch(userId))
      const ended = { type: 'session.ended', address, detail: { reason: 'password_reset' } } as const
      await runner.run(recorded(deleteSessions(userId), ended))
      await deleteLinks(runner, userId)
    }
    await setPassword(runner, userId, stored)
    await runner.run(insertEvent({ type: 'password.reset', userId, address }))
  })
}
