import type { Account } from '../../contract/wire.ts'
import type { Deps } from '../deps.ts'
import { unauthorized } from '../errors.ts'
import type { Bearer } from '../sessions/authenticate.ts'
import { summariseTwoFactor } from '../two-factor/show.ts'
import { findAccount } from '../users/queries.ts'

/** The asker's own account. @throws 401 when it was deleted a moment ago */
export const showAccount = async (deps: Deps, { userId }: Bearer): Promise<Account> => {
  const account = await findAccount(deps.db, userId)
  if (!account) throw unauthorized()
  return {
    id: account.id,
    email: account.email,
    emailVerified: account.emailVerified,
    createdAt: account.createdAt.toISOString(),
    twoFactor: await summariseTwoFactor(deps, userId),
  }
}
