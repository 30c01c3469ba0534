import { recordEvent } from '../../accounts/events/record.ts'
import { relyingPartyOf } from '../../credentials/passkeys/relying-party.ts'
import type { Client, Deps } from '../../deps.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import { type OpaqueKey, opaqueTokens } from '../../platform/crypto/opaque-tokens.ts'
import type { Runner } from '../../platform/db/db.ts'
import { type Refused, twoFactorEnrolmentRequired } from '../../platform/errors.ts'
import { minute } from '../../platform/seconds.ts'
import type { SignedIn } from '../open.ts'
import { insertChallenge } from '../queries/challenges.ts'

/** How long the setup of a second factor may take during a sign-in. */
export const enrolmentSeconds = 15 * minute

const tokens = opaqueTokens('sp_en_', 'userId', 'sessionId')

// in one table with the challenges of second steps: neither is found as the other, whatever prefix it is given
const ownKey = (key: OpaqueKey<'userId' | 'sessionId'>) => ({
  ...key,
  digest: sha256(Buffer.from('enrolment'), key.digest),
})

/** @returns the key of a sign-in's challenge to set up a second factor */
export const readEnrolmentChallenge = (token: string) => {
  const key = tokens.read(token)
  return key && ownKey(key)
}

/**
 * Writes a challenge for somebody who has proven a first factor, and has to set up a second one before there is a
 * session.
 * @returns the refusal that contains it, to be thrown after the transaction: 403 `two_factor_enrolment_required`
 */
export const challengeToEnrol = async (
  deps: Deps,
  runner: Runner,
  { userId, sessionId, epoch, methods: proven }: SignedIn,
  { address, bucket }: Client,
): Promise<Refused> => {
  const { token: challenge, key } = tokens.issue({ userId, sessionId })
  const stored = { ...ownKey(key), epoch, methods: proven, bucket, seconds: enrolmentSeconds }
  const event = {
    type: 'two_factor.enrolment_required',
    userId,
    address,
    detail: { methods: proven },
  } as const
  const [{ expiresAt }] = await Promise.all([insertChallenge(runner, stored), recordEvent(runner, event)])
  const methods = relyingPartyOf(deps.config) ? (['totp', 'passkey'] as const) : (['totp'] as const)
  return twoFactorEnrolmentRequired({ challenge, methods: [...methods], expiresAt: expiresAt.toISOString() })
}
