import { recordEvent } from '#accounts/events/record.ts'
import { clearDisabled } from '#accounts/users/queries/disabling.ts'
import type { Deps } from '#deps.ts'
import type { OptionalReason } from './act.ts'

/** @returns whether it was disabled */
export const enableUser = (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { actor, reason }: OptionalReason,
): Promise<boolean> =>
  db.transaction(async (runner) => {
    if (!(await clearDisabled(runner, userId))) return false
    await recordEvent(runner, { type: 'user.enabled', userId, actor, reason })
    return true
  })
