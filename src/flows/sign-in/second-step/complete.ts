import { settlePasswords } from '../../../accounts/limits/settle-passwords.ts'
import { findPasswordAccount } from '../../../credentials/password/queries.ts'
import type { Client, Deps } from '../../../deps.ts'
import type { SessionKind } from '../../../sessions/lifetimes.ts'
import { openSession } from '../../../sessions/open.ts'
import type { FactorAnswer } from '../../../sessions/proof/renew.ts'
import type { TokenRow } from '../../../sessions/queries.ts'
import { answerChallenge } from './answer.ts'

/**
 * Opens the session that a challenge stands for.
 * @throws 401 `invalid_challenge`, 401 `wrong_code`, 429 while the account has to wait, even for the right code
 */
export const completeSecondFactor = async (
  deps: Deps,
  answer: FactorAnswer & { challenge: string },
  client: Client,
  kind: SessionKind = 'application',
): Promise<TokenRow> => {
  const { bucket, ...signedIn } = await answerChallenge(deps, answer, client)
  // failures count by place: the second step proves nothing about the place of the first
  const isOnePlace = bucket === client.bucket && signedIn.methods.includes('password')
  const account = isOnePlace ? await findPasswordAccount(deps.db, signedIn, client.bucket) : undefined
  return openSession(deps, { ...signedIn, kind }, client, async (runner) => {
    if (account) await settlePasswords(runner, account, client)
  })
}
