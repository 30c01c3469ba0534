import type { Actor } from '#accounts/events/events.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import type { AdminExport } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { everythingAbout } from '../../account/export.ts'
import { showUser } from '../directory/show.ts'

/**
 * What the owner would get, who sees in the account's activity that somebody else did, and what only operators see.
 * @param newestRows of events and emails
 * @returns undefined if there is no such account
 */
export const exportUser = async (
  deps: Pick<Deps, 'db'>,
  userId: string,
  actor: Actor,
  newestRows: number,
): Promise<AdminExport | undefined> => {
  const isThere = await deps.db.transaction(async (runner) => {
    if (!(await lockUser(runner, userId))) return false
    await recordEvent(runner, { type: 'user.exported', userId, actor })
    return true
  })
  if (!isThere) return
  const exported = await everythingAbout(
    deps,
    { userId, sessionId: '' },
    { newestRows, isForOperators: true },
  )
  const administration = await showUser(deps, userId)
  return exported && administration && { ...exported, administration }
}
