import { settlePasswords } from '../../../accounts/limits/settle-passwords.ts'
import type { Client, Deps } from '../../../deps.ts'
import { counted } from '../../../platform/metrics/counted.ts'
import { outcomes } from '../../../platform/metrics/metrics.ts'
import { provenHere } from '../../../sessions/challenges/proven-here.ts'
import type { SessionKind } from '../../../sessions/lifetimes.ts'
import { openSession } from '../../../sessions/open.ts'
import type { FactorAnswer } from '../../../sessions/proof/renew.ts'
import type { TokenRow } from '../../../sessions/queries.ts'
import type { SignIn } from '../grants/grant.ts'
import { answerChallenge } from './answer.ts'

type Answer = FactorAnswer & { challenge: string }
type Outcome = (typeof outcomes.secondStep)[number]

/**
 * Opens the session that a challenge stands for.
 * @throws 401 `invalid_challenge`, 401 `wrong_code`, 429 while the account has to wait, even for the right code
 */
export const completeSecondFactor: SignIn<Answer> = (deps, answer, client, kind = 'application') => {
  const { method } = answer
  const count = (outcome: Outcome) => deps.metrics.secondSteps.add({ method, outcome })
  return counted(outcomes.secondStep, count, () => complete(deps, answer, client, kind))
}

const complete = async (deps: Deps, answer: Answer, client: Client, kind: SessionKind): Promise<TokenRow> => {
  const { bucket, ...signedIn } = await answerChallenge(deps, answer, client)
  const account = await provenHere(deps, { ...signedIn, bucket }, client)
  return openSession(deps, { ...signedIn, kind }, client, async (runner) => {
    if (account) await settlePasswords(runner, account, client)
  })
}
