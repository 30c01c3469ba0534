import type { PasskeyCreation, PasskeyRequest } from '#contract/wire.ts'
import type { Deps } from '../../deps.ts'
import { uuidBytes } from '../../platform/crypto/id.ts'
import { type Ceremony, newChallenge } from './challenge.ts'
import { algorithms } from './library.ts'
import type { PasskeyRow } from './queries/passkeys.ts'
import { needRelyingParty } from './relying-party.ts'

const ceremonySeconds = 5 * 60

type Ask = {
  /** Any that the person has on the device, if empty. */
  allowed?: readonly Described[]
  seconds?: number
}

type Described = Pick<PasskeyRow, 'credentialId' | 'transports'>

/**
 * Options for `navigator.credentials.get()`, in the JSON of WebAuthn §5.1.10. Alone, a passkey has to verify its
 * owner; after a password, a touch is enough.
 * @throws 404 where there are no passkeys
 */
export const passkeyRequest = (
  deps: Deps,
  ceremony: Ceremony,
  { allowed = [], seconds = ceremonySeconds }: Ask = {},
): PasskeyRequest => {
  const { id } = needRelyingParty(deps)
  const { challenge, expiresAt } = newChallenge(deps.keys, ceremony, { nowMs: deps.now(), seconds })
  return {
    publicKey: {
      challenge,
      rpId: id,
      timeout: seconds * 1_000,
      userVerification: ceremony.purpose === 'sign-in' ? 'required' : 'preferred',
      allowCredentials: allowed.map(descriptorOf),
    },
    expiresAt: expiresAt.toISOString(),
  }
}

type Wanted = {
  of: { userId: string; sessionId: string }
  epoch: number
  email: string
  asSecondFactor: boolean
  /** Whether the browser makes it by itself: nobody is asked, and nobody verified. */
  isConditional?: boolean
  present: readonly Described[]
}

/**
 * Options for `navigator.credentials.create()` (WebAuthn §5.1.9). An old security key, which can neither verify its
 * owner nor find an account, is enough for a second factor.
 * @throws 404 where there are no passkeys
 */
export const passkeyCreation = (
  deps: Deps,
  { of, epoch, email, asSecondFactor, isConditional = false, present }: Wanted,
): PasskeyCreation => {
  const { id, name } = needRelyingParty(deps)
  const alone = isConditional ? 'conditional-enrolment' : 'enrolment'
  const purpose = asSecondFactor ? 'second-factor-enrolment' : alone
  const isVerified = !asSecondFactor && !isConditional
  const time = { nowMs: deps.now(), seconds: ceremonySeconds }
  const { challenge, expiresAt } = newChallenge(deps.keys, { purpose, of, epoch }, time)
  return {
    publicKey: {
      rp: { id, name },
      user: { id: uuidBytes(of.userId).toString('base64url'), name: email, displayName: email },
      challenge,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: ceremonySeconds * 1_000,
      attestation: 'none',
      excludeCredentials: present.map(descriptorOf),
      authenticatorSelection: {
        residentKey: asSecondFactor ? 'preferred' : 'required',
        requireResidentKey: !asSecondFactor,
        userVerification: isVerified ? 'required' : 'preferred',
      },
      extensions: { credProps: true },
    },
    expiresAt: expiresAt.toISOString(),
  }
}

const descriptorOf = ({ credentialId, transports }: Described) => ({
  type: 'public-key' as const,
  id: Buffer.from(credentialId).toString('base64url'),
  transports,
})
