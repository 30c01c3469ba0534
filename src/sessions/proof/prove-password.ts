import { clearPasswordFailures } from '../../accounts/limits/clear-password-failures.ts'
import { passwordFailures } from '../../accounts/limits/guesses.ts'
import { refundAttempts } from '../../accounts/limits/queries/forget.ts'
import { refundedIfUndone } from '../../accounts/limits/refunded-if-undone.ts'
import { failuresByAddress } from '../../accounts/limits/rules.ts'
import { returnSignIn, signInsOf, takeSignIn } from '../../accounts/limits/sign-ins.ts'
import type { Taken } from '../../accounts/limits/take-attempts.ts'
import type { PasswordAccount } from '../../credentials/password/queries.ts'
import { refusedPassword } from '../../credentials/password/refused-password.ts'
import { verifyCredentials } from '../../credentials/password/verify-credentials.ts'
import type { Client, Deps } from '../../deps.ts'

/** Checks the password of someone who is signed in. @throws 401 `invalid_credentials`, 429 */
export const provePassword = async (
  deps: Deps,
  userId: string,
  account: PasswordAccount | undefined,
  password: string,
  client: Client,
): Promise<void> => {
  // no account: any unshared subject
  const canonical = account?.canonical ?? userId
  const ofAccount = passwordFailures(account, canonical, client)
  const byAddress = failuresByAddress(deps.config.failuresPerAddress, client)
  const failures = [...byAddress, ofAccount]
  const signIns = signInsOf(deps.config, account, { canonical }, client)
  let taken: Taken | undefined
  const isRight = await verifyCredentials(deps, { account, canonical, password }, client, async () => {
    taken = await takeSignIn(deps, signIns, failures)
  })
  if (!isRight || !account) {
    await returnSignIn(deps, signIns)
    throw refusedPassword(account, taken)
  }
  await refundedIfUndone(deps, [...failures, ...signIns], () =>
    deps.db.transaction(async (runner) => {
      await refundAttempts(runner, byAddress)
      await clearPasswordFailures(runner, account, client)
    }),
  )
}
