import { insertEvent, recorded } from '../../audit/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { invalidCredentials } from '../../errors.ts'
import { readLinkToken } from '../../links/token.ts'
import { keepAccount, lockMailbox, lockUser, newOwner, raiseEpoch } from '../../users/queries.ts'
import { issueReset } from '../password/issue-reset.ts'
import { deleteSessionsSince, deleteSetSince, findFormer, replaceEmail, spendFormer } from './queries.ts'

/** Whether a link still undoes a change of address. Looking spends nothing. */
export const canUndoChange = async (deps: Deps, token: string): Promise<boolean> => {
  const key = readLinkToken('email-undo', token)
  return key !== undefined && (await findFormer(deps.db, key)) !== undefined
}

/**
 * Gives an account back the address that it had, for who has the link that went there. Whoever changed it may have
 * settled in: the sessions since then end, and what was set since then goes, be it a password, a second factor, an
 * identity elsewhere, a further change of address or the wish to close the account. A link to set a new password
 * follows, for they may know the present one.
 *
 * @throws 401 for a link that is unknown, spent or too old
 */
export const undoEmailChange = async (deps: Deps, token: string, { address }: Client): Promise<void> => {
  const key = readLinkToken('email-undo', token)
  if (!key) throw invalidCredentials()
  const { userId } = key
  await deps.db.transaction(async (runner) => {
    await lockMailbox(runner, userId)
    const user = await lockUser(runner, userId)
    const former = await spendFormer(runner, key)
    if (!former || !user || user.isDisabled) throw invalidCredentials()
    await replaceEmail(runner, userId, former)
    await runner.run(raiseEpoch(userId))
    for (const statement of keepAccount(userId, newOwner(userId))) await runner.run(statement)
    const ended = { type: 'session.ended', address, detail: { reason: 'email_change_undone' } } as const
    await runner.run(recorded(deleteSessionsSince(userId, former), ended))
    const removed = await deleteSetSince(runner, userId, former.changedAt)
    await runner.run(insertEvent({ type: 'email.change_undone', userId, address, detail: { removed } }))
    await issueReset(deps, runner, { userId, email: former, address })
  })
}
