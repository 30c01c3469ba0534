import { recordEvent } from '../../accounts/events/record.ts'
import { refundAttempt } from '../../accounts/limits/queries.ts'
import { failuresByAddress, type Limit } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { lockUser } from '../../accounts/users/queries.ts'
import type { Assertion } from '../../credentials/passkeys/answer.ts'
import { usePasskey } from '../../credentials/passkeys/assertions/queries.ts'
import type { Ceremony } from '../../credentials/passkeys/challenge.ts'
import { spendPasskeyChallenge } from '../../credentials/passkeys/challenges/queries.ts'
import { checkAssertion, type ProvenAssertion } from '../../credentials/passkeys/check-assertion.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { invalidCredentials, unauthorized } from '../../platform/errors.ts'
import { holdSession } from '../queries.ts'
import { settleSecondFactor } from './settle.ts'

export type PasskeyAnswer = { method: 'passkey'; credential: Assertion }

type KnownCeremony = Exclude<Ceremony, { purpose: 'sign-in' }>

/**
 * Checks and spends the passkey of somebody who is known already.
 * @throws 401 `invalid_credentials`, or `unauthorized` for a proof whose session has ended meanwhile, 429
 */
export const provePasskey = async (
  deps: Deps,
  credential: Assertion,
  ceremony: KnownCeremony,
  client: Client,
): Promise<ProvenAssertion> => {
  const { userId } = ceremony.of
  const limits = failuresByAddress(deps.config.failuresPerAddress, client)
  await takeAttempts(deps, limits)
  const proven = await checkAssertion(deps, credential, ceremony, client)
  const isUsed =
    proven && (await orTellClone(deps, proven, client, () => use(deps, proven, ceremony, { limits, client })))
  if (isUsed) return proven
  // the clone has been told
  if (proven) throw invalidCredentials()
  const refused = { type: 'two_factor.refused', outcome: 'refused', userId } as const
  await recordEvent(deps.db, { ...refused, address: client.address, detail: { method: 'passkey' } })
  throw invalidCredentials()
}

type Circumstances = { limits: readonly Limit[]; client: Client }

const use = (
  deps: Deps,
  proven: ProvenAssertion,
  ceremony: KnownCeremony,
  { limits, client }: Circumstances,
) =>
  deps.db.transaction(async (runner) => {
    // first: a passkey that is being removed is not mistaken for a copied one
    await lockUser(runner, proven.key.userId)
    if (ceremony.purpose === 'proof' && !(await holdSession(runner, ceremony.of))) throw unauthorized()
    await spendAssertion(runner, proven)
    await settleSecondFactor(runner, proven.key.userId, client.address)
    for (const limit of limits) await refundAttempt(runner, limit)
    return true
  })

/** The counter of an authenticator has gone back, or stands still: there are two of them. */
class Cloned extends Error {}

/** To be called in the transaction of what the assertion is for. @throws 401 if it was used before, or `Cloned` */
export const spendAssertion = async (
  runner: Runner,
  { key: { userId, credentialId }, ...answer }: ProvenAssertion,
): Promise<void> => {
  const { isFresh, isUsed, isThere } = await usePasskey(runner, { userId, credentialId, ...answer })
  if (isUsed) return
  throw isFresh && isThere ? new Cloned() : invalidCredentials()
}

/** Reports a cloned authenticator, once for each challenge that it answers. @returns undefined then */
export const orTellClone = async <Result>(
  { db }: Deps,
  { key: { userId, id }, challenge }: ProvenAssertion,
  { address }: Client,
  work: () => Promise<Result>,
): Promise<Result | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Cloned)) throw error
    const event = { type: 'passkey.cloned', outcome: 'refused', userId, address } as const
    await db.transaction(async (runner) => {
      // a replay of the same answer tells nothing new
      if (await spendPasskeyChallenge(runner, userId, challenge))
        await recordEvent(runner, { ...event, detail: { id } })
    })
    return undefined
  }
}
