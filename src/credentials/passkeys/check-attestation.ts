import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/crypto/id.ts'
import { notStarted, passkeyRefused } from '../../platform/errors.ts'
import { keysOf } from '../../platform/keys-of.ts'
import type { Attestation } from './answer.ts'
import { type AnsweredChallenge, type EnrolmentPurpose, type Party, readChallenge } from './challenge.ts'
import { readClientData } from './client-data.ts'
import { algorithms, attestationHelpers, library } from './library.ts'
import type { NewPasskey } from './queries/passkeys.ts'
import { needRelyingParty, type RelyingParty } from './relying-party.ts'

/** A passkey that may be added, under a name yet to be chosen. */
export type ProvenPasskey = { passkey: Omit<NewPasskey, 'name'>; challenge: AnsweredChallenge }

/**
 * Checks a new passkey by WebAuthn §7.1, and writes nothing.
 * @throws 400 `not_started` if it answers no request of this session, 400 `passkey_refused` if anything else is
 * wrong, 404 where there are no passkeys
 */
export const checkAttestation = async (
  deps: Deps,
  attestation: Attestation,
  { epoch, ...of }: Party & { epoch: number },
): Promise<ProvenPasskey> => {
  const relyingParty = needRelyingParty(deps)
  const said = readClientData(attestation.response.clientDataJSON)
  const begun = said && enrolmentIn(deps, said.challenge, { of, epoch })
  if (!begun) throw notStarted()
  if (said.isCrossOrigin) throw passkeyRefused()
  const { challenge, demands } = begun
  const made = await verify(relyingParty, attestation, said.challenge, demands)
  if (!made || (demands.signsIn && !made.isDiscoverable)) throw passkeyRefused()
  return { challenge, passkey: { ...made, id: newId(deps.now()), isSecondFactor: !demands.signsIn } }
}

type Demands = { signsIn: boolean; presence: boolean; verification: boolean }

/** What a new passkey has to show. Whoever uses one to sign in is verified then, however it was made. */
const demandsOf: Record<EnrolmentPurpose, Demands> = {
  enrolment: { signsIn: true, presence: true, verification: true },
  'conditional-enrolment': { signsIn: true, presence: false, verification: false },
  'second-factor-enrolment': { signsIn: false, presence: true, verification: false },
}

/** The one ceremony that a challenge was made for. */
const enrolmentIn = ({ keys }: Pick<Deps, 'keys'>, text: string, whose: { of: Party; epoch: number }) => {
  for (const purpose of keysOf(demandsOf)) {
    const challenge = readChallenge(keys, { purpose, ...whose }, text)
    if (challenge) return { challenge, demands: demandsOf[purpose] }
  }
}

/** §7.1 step 25. */
const maxIdBytes = 1_023

const verify = async (
  { id, origins }: RelyingParty,
  attestation: Attestation,
  expectedChallenge: string,
  { signsIn, presence, verification }: Demands,
): Promise<Omit<NewPasskey, 'id' | 'name' | 'isSecondFactor'> | undefined> => {
  const { verifyRegistrationResponse } = await library()
  try {
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response: await withoutStatement(attestation),
      expectedChallenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserPresence: presence,
      requireUserVerification: verification,
      supportedAlgorithmIDs: [...algorithms],
    })
    if (!info) return
    const { publicKey, counter } = info.credential
    const credentialId = Buffer.from(info.credential.id, 'base64url')
    if (credentialId.length > maxIdBytes) return
    return {
      credentialId,
      publicKey,
      algorithm: await algorithmOf(publicKey),
      signCount: counter,
      transports: transportsOf(attestation),
      aaguid: info.aaguid,
      isBackupEligible: info.credentialDeviceType === 'multiDevice',
      isBackedUp: info.credentialBackedUp,
      signsIn: info.userVerified || signsIn,
      isDiscoverable: isResident(attestation) ?? signsIn,
      isUnattended: !presence,
    }
  } catch {
    return
  }
}

/** A browser that reports nothing, or nothing readable, did as requested. */
const isResident = ({ clientExtensionResults }: Attestation): boolean | undefined => {
  const rk: unknown = clientExtensionResults?.credProps?.rk
  return typeof rk === 'boolean' ? rk : undefined
}

/**
 * None was requested, and one sent anyway is ignored: for one with certificates the library would fetch the addresses
 * in them, which a stranger could choose.
 */
const withoutStatement = async (attestation: Attestation): Promise<Attestation> => {
  const { decodeAttestationObject, isoCBOR } = await attestationHelpers()
  const { response } = attestation
  const attested = decodeAttestationObject(Buffer.from(response.attestationObject, 'base64url'))
  const plain = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', attested.get('authData')],
  ])
  const attestationObject = Buffer.from(isoCBOR.encode(plain as never)).toString('base64url')
  return { ...attestation, response: { ...response, attestationObject } }
}

const algorithmOf = async (publicKey: Uint8Array): Promise<number> => {
  const { cose, decodeCredentialPublicKey } = await attestationHelpers()
  return Number(decodeCredentialPublicKey(Buffer.from(publicKey)).get(cose.COSEKEYS.alg))
}

const transportsOf = ({ response }: Attestation): string[] => {
  const { transports } = response
  const isName = (name: unknown) => typeof name === 'string' && /^[a-z-]{1,32}$/.test(name)
  return Array.isArray(transports) ? [...new Set(transports)].filter(isName).slice(0, 8) : []
}
