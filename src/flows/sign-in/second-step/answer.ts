import { refuseWaiting } from '../../../accounts/limits/refuse-waiting.ts'
import type { Limit } from '../../../accounts/limits/rules.ts'
import type { Client, Deps } from '../../../deps.ts'
import { invalidChallenge } from '../../../platform/errors.ts'
import {
  type ChallengeKey,
  findChallenge,
  spendChallenge,
  takeTry,
} from '../../../sessions/challenges/queries.ts'
import type { SignedIn } from '../../../sessions/open.ts'
import { checkCode, failuresOf } from '../../../sessions/proof/check-code.ts'
import { provePasskey } from '../../../sessions/proof/prove-passkey.ts'
import type { FactorAnswer } from '../../../sessions/proof/renew.ts'
import { challenges } from './challenge.ts'

/** Per challenge. */
export const maxTries = 5

/**
 * @throws 401 `invalid_challenge`, 401 `wrong_code`, 429 while the account has to wait, even for the right code; for a
 *   passkey, 401 `invalid_credentials`, and no wait of the account
 */
export const answerChallenge = async (
  deps: Deps,
  { challenge, ...answer }: FactorAnswer & { challenge: string },
  client: Client,
): Promise<SignedIn & { bucket: string }> => {
  const key = challenges.read(challenge)
  if (!key) throw invalidChallenge()
  // nobody guesses a signature, so nobody's guesses keep an owner from giving it
  const waits = answer.method === 'passkey' ? [] : await failuresOf(deps, key.userId, client)
  const tries = await takeOpenTry(deps, key, waits)
  if (answer.method === 'passkey')
    await provePasskey(deps, answer.credential, { purpose: 'second-step', of: key }, client)
  else await checkCode(deps, key.userId, answer, { client, maxLeft: maxTries - tries })
  // of two right answers for one challenge, one gets through
  const spent = await spendChallenge(deps.db, key)
  if (!spent) throw invalidChallenge()
  return {
    userId: key.userId,
    sessionId: key.sessionId,
    ...spent,
    methods: [...spent.methods, answer.method],
  }
}

const takeOpenTry = async (deps: Deps, key: ChallengeKey, waits: readonly Limit[]): Promise<number> => {
  const found = await findChallenge(deps.db, key, maxTries)
  if (!found) throw invalidChallenge()
  // an account that has to wait says so even for a used-up challenge, and takes no try
  await refuseWaiting(deps, waits)
  const taken = found.isOpen ? await takeTry(deps.db, key, maxTries) : undefined
  if (!taken) throw invalidChallenge()
  return taken.tries
}
