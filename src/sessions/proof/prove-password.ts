import { refundAttempts } from '../../accounts/limits/forgetting/queries.ts'
import { passwordFailures } from '../../accounts/limits/guesses.ts'
import { refundedIfUndone } from '../../accounts/limits/refunded-if-undone.ts'
import { failuresByAddress } from '../../accounts/limits/rules.ts'
import { settlePasswords } from '../../accounts/limits/settle-passwords.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import type { PasswordAccount } from '../../credentials/password/queries.ts'
import { verifyCredentials } from '../../credentials/password/verify-credentials.ts'
import type { Client, Deps } from '../../deps.ts'
import { invalidCredentials } from '../../platform/errors.ts'

/** Checks the password of someone who is signed in. @throws 401 `invalid_credentials`, 429 */
export const provePassword = async (
  deps: Deps,
  userId: string,
  account: PasswordAccount | undefined,
  password: string,
  client: Client,
): Promise<void> => {
  // no account: any subject that nobody shares
  const ofAccount = passwordFailures(account, account?.canonical ?? userId, client)
  const byAddress = failuresByAddress(deps.config.failuresPerAddress, client)
  const limits = [...byAddress, ofAccount]
  const isRight = await verifyCredentials(deps, account, password, client, () => takeAttempts(deps, limits))
  if (!isRight || !account) throw invalidCredentials()
  await refundedIfUndone(deps, limits, () =>
    deps.db.transaction(async (runner) => {
      await refundAttempts(runner, byAddress)
      await settlePasswords(runner, account, client)
    }),
  )
}
