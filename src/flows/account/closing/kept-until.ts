import { undoableUntil } from '#accounts/users/queries/former-emails.ts'
import type { Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { day } from '#platform/seconds.ts'

const dayMs = day * 1_000

/** Until when signing in would keep an account that is closed now. @returns undefined if nothing would */
export const keptUntil = async (
  { config, now }: Pick<Deps, 'config' | 'now'>,
  runner: Runner,
  userId: string,
): Promise<Date | undefined> => {
  const undoMs = (await undoableUntil(runner, userId))?.getTime() ?? 0
  const graceMs = config.accountDeletionDays * dayMs
  return graceMs === 0 && undoMs === 0 ? undefined : new Date(Math.max(now() + graceMs, undoMs))
}
