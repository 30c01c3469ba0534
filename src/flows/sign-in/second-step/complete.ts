import { settlePasswords } from '../../../accounts/limits/settle-passwords.ts'
import type { Client, Deps } from '../../../deps.ts'
import { provenHere } from '../../../sessions/challenges/proven-here.ts'
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
  const account = await provenHere(deps, { ...signedIn, bucket }, client)
  return openSession(deps, { ...signedIn, kind }, client, async (runner) => {
    if (account) await settlePasswords(runner, account, client)
  })
}
