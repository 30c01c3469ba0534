import { changesOf } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { findEpoch } from '#accounts/users/queries/users.ts'
import type { LinkStart } from '#contract/wire.ts'
import type { Provider } from '#credentials/identities/providers/provider.ts'
import { insertTransaction } from '#credentials/identities/queries/transactions.ts'
import type { Client, Deps } from '#deps.ts'
import { unauthorized } from '#platform/errors.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { requireRecentProof } from '#sessions/proof/require-recent-proof.ts'
import { digestOf, newState } from '../browser.ts'
import { type Asked, readTransaction, transactionSeconds } from '../start.ts'

/**
 * Starts to link a provider. The browser continues at `url`, and returns to `redirect_uri` with a code to
 * confirm.
 * @throws 400 for invalid parameters, 403 `reauthentication_required`, 401 for a wrong password, 429
 */
export const beginLink = async (
  deps: Deps,
  bearer: Bearer,
  provider: Provider,
  { password, ...asked }: Asked & { password?: string | undefined },
  client: Client,
): Promise<LinkStart> => {
  const transaction = readTransaction(deps, asked)
  const { userId } = bearer
  const epoch = await findEpoch(deps.db, userId)
  if (epoch === undefined) throw unauthorized()
  await requireRecentProof(deps, bearer, password, client)
  await takeAttempts(deps, [changesOf(userId, 'identity')])
  const link = newState()
  const row = await insertTransaction(deps.db, {
    ...transaction,
    digest: digestOf(link),
    provider: provider.id,
    browserDigest: undefined,
    linker: { userId, epoch },
    seconds: transactionSeconds,
  })
  return {
    url: `${deps.config.publicUrl}/auth/oauth/${provider.id}?${new URLSearchParams({ link })}`,
    expiresAt: row.expiresAt.toISOString(),
  }
}
