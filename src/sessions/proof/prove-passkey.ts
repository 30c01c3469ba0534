import { cameFrom } from '../../accounts/events/came-from.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { refundAttempts } from '../../accounts/limits/queries/forget.ts'
import { refundedIfUndone } from '../../accounts/limits/refunded-if-undone.ts'
import { failuresByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import type { Assertion } from '../../credentials/passkeys/answer.ts'
import type { Ceremony } from '../../credentials/passkeys/challenge.ts'
import { checkAssertion, type ProvenAssertion } from '../../credentials/passkeys/check-assertion.ts'
import { usePasskey } from '../../credentials/passkeys/queries/assertions.ts'
import { spendPasskeyChallenge } from '../../credentials/passkeys/queries/challenges.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { invalidCredentials } from '../../platform/errors.ts'
import { about } from '../../platform/refusals/concerning.ts'
import { clearFactorFailures } from './clear-factor-failures.ts'
import type { SpendFactor, UseFactor } from './use-factor.ts'

export type PasskeyAnswer = { method: 'passkey'; credential: Assertion }

/**
 * Checks the passkey of an already identified user, and spends nothing yet.
 * @param only the id of the only one to accept
 * @throws 401 `invalid_credentials`, 429
 */
export const provePasskey = async (
  deps: Deps,
  credential: Assertion,
  ceremony: Exclude<Ceremony, { purpose: 'sign-in' }>,
  client: Client,
  only?: string,
): Promise<Pick<ProvenAssertion, 'provesBoth'> & { use: UseFactor }> => {
  const { userId } = ceremony.of
  const { address } = client
  const limits = failuresByAddress(deps.config.failuresPerAddress, client)
  await takeAttempts(deps, limits)
  const proven = await checkAssertion(deps, credential, ceremony, client)
  if (!proven || (only !== undefined && proven.key.id !== only)) {
    const refused = { type: 'two_factor.refused', outcome: 'refused', userId, address } as const
    await recordEvent(deps.db, { ...refused, detail: { method: 'passkey' } })
    throw about(invalidCredentials('passkey.wrong'), userId)
  }
  const spend: SpendFactor = async (runner) => {
    await spendAssertion(runner, proven)
    await clearFactorFailures(runner, userId, client)
    await refundAttempts(runner, limits)
  }
  const use: UseFactor = (work) =>
    reportingClone(deps, proven, client, () => refundedIfUndone(deps, limits, () => work(spend)))
  return { provesBoth: proven.provesBoth, use }
}

class Unspendable extends Error {
  /** The authenticator's counter has gone back, or stands still: there is a clone. */
  readonly isCloned: boolean

  constructor(isCloned: boolean) {
    super('the assertion cannot be used')
    this.isCloned = isCloned
  }
}

/**
 * To be called in the transaction that the assertion allows, within `reportingClone`, and under the lock of its user:
 * a passkey being removed must not be mistaken for a clone.
 * @throws `Unspendable`
 */
export const spendAssertion = async (runner: Runner, { key, ...answer }: ProvenAssertion): Promise<void> => {
  const { id, userId, credentialId, isBackupEligible } = key
  const { isFresh, isUsed, isThere } = await usePasskey(runner, { userId, credentialId, ...answer })
  if (isUsed) {
    if (answer.isBackupEligible && !isBackupEligible)
      await recordEvent(runner, { type: 'passkey.synced', userId, detail: { id } })
    return
  }
  throw new Unspendable(isFresh && isThere)
}

/**
 * Reports a cloned authenticator, once for each challenge that it answers.
 * @throws 401 `invalid_credentials` for it, and for an assertion that was used before
 */
export const reportingClone = async <Result>(
  { db }: Deps,
  { key: { userId, id }, challenge }: ProvenAssertion,
  client: Client,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Unspendable)) throw error
    const event = { type: 'passkey.cloned', outcome: 'refused', userId, ...cameFrom(client) } as const
    if (error.isCloned)
      await db.transaction(async (runner) => {
        // a replay of the same answer reveals nothing new
        if (await spendPasskeyChallenge(runner, userId, challenge))
          await recordEvent(runner, { ...event, detail: { id } })
      })
    throw about(invalidCredentials('passkey.replayed', { cloned: error.isCloned }), userId)
  }
}
