import { findAccount } from '#accounts/users/queries/users.ts'
import type { PasskeySignals } from '#contract/wire.ts'
import { listPasskeys } from '#credentials/passkeys/queries/passkeys.ts'
import { signalsOf } from '#credentials/passkeys/signals.ts'
import type { Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'

/** What to tell a browser of somebody's passkeys. @returns undefined if they are gone. @throws 404 where there are no passkeys */
export const readSignals = async (
  deps: Deps,
  { userId }: { userId: string },
  runner: Runner = deps.db,
): Promise<PasskeySignals | undefined> => {
  const [account, passkeys] = await Promise.all([findAccount(runner, userId), listPasskeys(runner, userId)])
  return account && signalsOf(deps, { userId, email: account.email, passkeys })
}
