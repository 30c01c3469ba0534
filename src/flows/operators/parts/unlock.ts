import { recordEvent } from '#accounts/events/record.ts'
import { mailedCodeFailures } from '#accounts/limits/guesses.ts'
import {
  forgetAttempts,
  forgetPasswordAttempts,
  forgetSecondFactorAttempts,
} from '#accounts/limits/queries/forget.ts'
import { findMailbox } from '#accounts/users/queries/emails.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import type { Deps } from '#deps.ts'
import type { OperatorAct } from '../acts/act.ts'

/**
 * Ends every wait that wrong passwords and codes have brought on an account, wherever they came from. Waits of client
 * addresses stay. @returns whether there is such an account
 */
export const unlockUser = (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { actor, reason }: OperatorAct,
): Promise<boolean> =>
  db.transaction(async (runner) => {
    const mailbox = await findMailbox(runner, userId)
    if (!mailbox || !(await lockUser(runner, userId))) return false
    const { canonical } = mailbox
    await Promise.all([
      forgetPasswordAttempts(runner, userId, canonical),
      forgetSecondFactorAttempts(runner, userId),
      forgetAttempts(runner, mailedCodeFailures(canonical)),
      recordEvent(runner, { type: 'user.unlocked', userId, actor, reason }),
    ])
    return true
  })
