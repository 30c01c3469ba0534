import type { AdminUser } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { findAdminRow } from './queries.ts'
import { shownUser } from './shown.ts'

export const showUser = async ({ db }: Pick<Deps, 'db'>, userId: string): Promise<AdminUser | undefined> => {
  const row = await findAdminRow(db, userId)
  return row && shownUser(row)
}
