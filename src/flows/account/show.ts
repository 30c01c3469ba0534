import type { Account } from '#contract/wire.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/errors.ts'
import { authenticateWith } from '../../sessions/authenticate.ts'
import { findLiveAccount } from './queries.ts'

/** @throws 401 */
export const showOwnAccount = async (deps: Deps, token: string): Promise<Account> => {
  const { userId, found } = await authenticateWith(deps, token, findLiveAccount)
  return {
    id: userId,
    email: found.email,
    emailVerified: found.emailVerified,
    createdAt: found.createdAt.toISOString(),
    language: found.language,
    externalId: found.externalId,
    twoFactor: { enabled: found.backupCodesLeft !== null, backupCodesLeft: found.backupCodesLeft ?? 0 },
  }
}

/** @throws 401, and 404 for any id but the bearer's own */
export const showAccount = async (deps: Deps, token: string, { id }: { id: string }): Promise<Account> => {
  const account = await showOwnAccount(deps, token)
  if (account.id !== id) throw notFound()
  return account
}
