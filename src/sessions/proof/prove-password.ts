import { passwordFailures } from '../../accounts/limits/guesses.ts'
import { refundAttempt } from '../../accounts/limits/queries.ts'
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
  const isRight = await verifyCredentials(deps, account, password, client, () =>
    takeAttempts(deps, [...byAddress, ofAccount]),
  )
  if (!isRight || !account) throw invalidCredentials()
  for (const limit of byAddress) await refundAttempt(deps.db, limit)
  await settlePasswords(deps.db, account, client)
}
