import type { Actor } from '#accounts/events/events.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { clearDisabled } from '#accounts/users/queries/disabling.ts'
import type { Deps } from '#deps.ts'

/** @returns whether it was disabled */
export const enableUser = ({ db }: Pick<Deps, 'db'>, userId: string, actor: Actor): Promise<boolean> =>
  db.transaction(async (runner) => {
    if (!(await clearDisabled(runner, userId))) return false
    await recordEvent(runner, { type: 'user.enabled', userId, actor })
    return true
  })
