import { recordEvent } from '#accounts/events/record.ts'
import { mailsToAddress, mailsToUser } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { deleteLinks } from '#accounts/links/queries.ts'
import { isEmailTaken } from '#accounts/users/queries/email-owners.ts'
import { type Address, lockMailbox, replaceEmail } from '#accounts/users/queries/emails.ts'
import { undoSeconds } from '#accounts/users/queries/former-emails.ts'
import { isInvited } from '#accounts/users/queries/invitations.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import type { Deps } from '#deps.ts'
import { nobody } from '#platform/crypto/id.ts'
import type { Runner } from '#platform/db/db.ts'
import { badRequest, emailTaken, emailUnchanged } from '#platform/errors.ts'
import { makeWhole } from '#sessions/queries/sessions.ts'
import { offerUndo } from '../../email/offer-undo.ts'
import type { OperatorAct } from '../acts/act.ts'

type Given = Pick<Deps, 'db' | 'keys' | 'metrics'>

/**
 * Gives an account another address, for somebody who has shown that both are theirs: confirmed, as by a link that was opened
 * elsewhere, so that whoever proves the mailbox later takes away what was there before. The former one gets a link that undoes it
 * for a week, the new one is told. A second factor and sessions stay, and what was being changed comes to nothing.
 * @returns whether there is such an account
 * @throws 400 if it is blocked, invited, or has an address that was written without the key; 422 for an address that is taken or
 *   unchanged; 429
 */
export const changeEmailOf = (
  deps: Given,
  userId: string,
  { email, actor, reason }: OperatorAct & { email: Address },
): Promise<boolean> =>
  deps.db
    .transaction(async (runner) => {
      // lock order: the address first
      const former = await lockMailbox(runner, userId)
      const user = await lockUser(runner, userId)
      if (!former || !user) return false
      if (user.isDisabled) throw badRequest('This account is blocked. Unblock it first.')
      if (!former.isGenuine()) throw badRequest('The address of this account was changed in the database.')
      if (await isInvited(runner, userId))
        throw badRequest('This account is nobody’s yet. Invite the other address.')
      if (former.canonical === email.canonical) throw emailUnchanged()
      await limit({ ...deps, db: runner }, userId, email)
      await replaceEmail(runner, userId, email, {
        isProven: true,
        onlyByLink: true,
        heldSeconds: undoSeconds,
      })
      await deleteLinks(runner, userId, ['email-change'])
      await makeWhole(runner, userId)
      // before it, no session was anybody's in particular
      await offerUndo(deps, runner, former, { userId, maker: { sessionId: nobody, openedAt: undefined } })
      await recordEvent(runner, { type: 'email.changed', userId, actor, reason, detail: { by: 'operator' } })
      return true
    })
    .catch((error) => {
      throw isEmailTaken(error) ? emailTaken() : error
    })

/** As an owner's own changes: nobody's mailbox is flooded. */
const limit = (deps: Pick<Given, 'metrics'> & { db: Runner }, userId: string, { canonical }: Address) =>
  takeAttempts(deps, [mailsToUser(userId, 'email change'), mailsToAddress(canonical, 'email change')])
