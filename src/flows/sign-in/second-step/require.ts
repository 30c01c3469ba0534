import { recordEvent } from '#accounts/events/record.ts'
import { isTwoFactorRequired } from '#config/two-factor-policy.ts'
import { secondStepMethods } from '#credentials/second-step-methods.ts'
import type { Client, Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { onlyForOperators, type Refused, twoFactorRequired } from '#platform/errors.ts'
import { challengeToEnrol } from '#sessions/challenges/enrolment.ts'
import type { SignedIn } from '#sessions/open.ts'
import { insertChallenge } from '#sessions/queries/challenges.ts'
import { challengeSeconds, challenges } from './challenge.ts'
import { findTrusted, type Trusted } from './trusted-device.ts'

/**
 * Passes if the account has no second factor, and needs none; or on a device where the second step was taken before.
 * @param settle runs in the transaction of the challenge
 * @returns that device, to be used with the session
 * @throws 403 `two_factor_required` or `two_factor_enrolment_required`, with a challenge
 */
export const requireSecondFactor = async (
  deps: Deps,
  signedIn: SignedIn,
  client: Client,
  { deviceToken, settle }: { deviceToken: string | undefined; settle: (runner: Runner) => Promise<unknown> },
): Promise<Trusted | undefined> => {
  const methods = await secondStepMethods(deps, deps.db, signedIn.userId)
  const isGuarded = methods.length > 0
  // a password alone opens no console, and the console sets nothing up
  if (!isGuarded && signedIn.kind === 'console') throw onlyForOperators()
  if (!isGuarded && !isTwoFactorRequired(deps)) return
  const trusted = isGuarded ? await findTrusted(deps, signedIn, deviceToken, client) : undefined
  if (trusted) return trusted
  throw await deps.db.transaction(async (runner) => {
    const challenging = isGuarded
      ? challengeBy(methods, runner, signedIn, client)
      : challengeToEnrol(deps, runner, signedIn, client)
    const [refusal] = await Promise.all([challenging, settle(runner)])
    return refusal
  })
}

const challengeBy = async (
  methods: string[],
  runner: Runner,
  { userId, sessionId, epoch, methods: proven }: SignedIn,
  { address, bucket }: Client,
): Promise<Refused> => {
  const { token: challenge, key } = challenges.issue({ userId, sessionId })
  const stored = { ...key, epoch, methods: proven, bucket, seconds: challengeSeconds }
  const event = { type: 'two_factor.required', userId, address, detail: { methods: proven } } as const
  const [{ expiresAt }] = await Promise.all([insertChallenge(runner, stored), recordEvent(runner, event)])
  return twoFactorRequired({ challenge, methods, expiresAt: expiresAt.toISOString() })
}
