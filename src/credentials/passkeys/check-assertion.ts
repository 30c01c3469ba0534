import { recordEvent } from '../../accounts/events/record.ts'
import { isTwoFactorRequired } from '../../config/two-factor-policy.ts'
import type { Client, Deps } from '../../deps.ts'
import { isId, uuidText } from '../../platform/crypto/id.ts'
import type { Assertion } from './answer.ts'
import { type AnsweredChallenge, type Ceremony, readChallenge } from './challenge.ts'
import { readClientData } from './client-data.ts'
import { algorithms, library } from './library.ts'
import { findSigningKey, type SigningKey } from './queries/assertions.ts'
import { spendPasskeyChallenge } from './queries/challenges.ts'
import { needRelyingParty, type RelyingParty } from './relying-party.ts'

/** A correct assertion. `usePasskey` decides whether it is a replay. */
export type ProvenAssertion = {
  key: SigningKey
  /**
   * Whether the authenticator has verified its owner, for instance by PIN or finger, and may stand for both factors.
   */
  provesBoth: boolean
  signCount: number
  isBackupEligible: boolean
  isBackedUp: boolean
  challenge: AnsweredChallenge
}

/**
 * Checks an assertion by WebAuthn §7.2, and writes nothing.
 * @returns undefined if anything about it is wrong
 * @throws 404 where there are no passkeys
 */
export const checkAssertion = async (
  deps: Deps,
  assertion: Assertion,
  ceremony: Ceremony,
  client: Client,
): Promise<ProvenAssertion | undefined> => {
  const relyingParty = needRelyingParty(deps)
  const { clientDataJSON, userHandle } = assertion.response
  const said = readClientData(clientDataJSON)
  // inside another site's frame, people do not see what they confirm
  if (!said || said.isCrossOrigin) return
  const challenge = readChallenge(deps.keys, ceremony, said.challenge)
  const userId = 'of' in ceremony ? ceremony.of.userId : userOf(userHandle)
  if (!challenge || !userId || (userHandle && userOf(userHandle) !== userId)) return
  const credentialId = Buffer.from(assertion.id, 'base64url')
  const key = await findSigningKey(deps.db, { userId, credentialId }, client.bucket)
  if (!key || key.isDisabled || !algorithms.includes(key.algorithm)) return
  const signed = await verify(relyingParty, assertion, said.challenge, key)
  if (!signed || !suffices(deps, ceremony, key, signed)) return
  if (key.isBackupEligible && !signed.isBackupEligible)
    return tellBound(deps, { key, challenge, address: client.address })
  return { ...signed, key, challenge }
}

/**
 * WebAuthn §7.2: eligibility for a backup never changes. It does, to true, where a passkey moves into a cloud or a
 * password manager. One that goes back is not the authenticator that was added: its owner is notified of the reason,
 * once per challenge.
 */
const tellBound = async (
  { db, log }: Deps,
  {
    key: { userId, id },
    challenge,
    address,
  }: { key: SigningKey; challenge: AnsweredChallenge; address: string },
): Promise<undefined> => {
  log.warn(
    { userId, passkey: id },
    'a passkey was refused, because it no longer says that it may be backed up',
  )
  const event = { type: 'passkey.refused', outcome: 'refused', userId, address, detail: { id } } as const
  await db.transaction(async (runner) => {
    if (await spendPasskeyChallenge(runner, userId, challenge)) await recordEvent(runner, event)
  })
  return undefined
}

/** After a password, a touch of a second factor is enough, as a code is. */
const suffices = (
  deps: Deps,
  { purpose }: Ceremony,
  { isSecondFactor }: SigningKey,
  { provesBoth }: Signed,
): boolean =>
  (provesBoth && (purpose !== 'second-step' || isTwoFactorRequired(deps))) ||
  (isSecondFactor && purpose !== 'sign-in')

/** WebAuthn §14.6.1: the handle is the account's id, which says nothing about a person. */
const userOf = (handle: string | undefined): string | undefined => {
  const raw = Buffer.from(handle ?? '', 'base64url')
  const id = raw.length === 16 ? uuidText(raw) : ''
  return isId(id) ? id : undefined
}

type Signed = Omit<ProvenAssertion, 'key' | 'challenge'>

const verify = async (
  { id, origins }: RelyingParty,
  assertion: Assertion,
  expectedChallenge: string,
  key: SigningKey,
): Promise<Signed | undefined> => {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      // the counter is judged where it is advanced
      credential: { id: assertion.id, publicKey: Buffer.from(key.publicKey), counter: 0 },
      requireUserVerification: false,
    })
    if (!verified) return
    return {
      provesBoth: info.userVerified && key.signsIn,
      signCount: info.newCounter,
      isBackupEligible: info.credentialDeviceType === 'multiDevice',
      isBackedUp: info.credentialBackedUp,
    }
  } catch {
    // strangers' inventions
    return
  }
}
