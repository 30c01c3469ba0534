import type { AdminUser } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { isId } from '#platform/crypto/id.ts'
import { orNotFound } from '#platform/errors.ts'
import { showUser } from './show.ts'

/** @throws 404 if there is no such account */
export const requireUser = async (deps: Pick<Deps, 'db'>, userId: string): Promise<AdminUser> => {
  const user = isId(userId) ? await showUser(deps, userId) : undefined
  return orNotFound(user)
}
