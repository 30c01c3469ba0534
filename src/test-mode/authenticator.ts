import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { PasskeyCreation, PasskeyRequest } from '../../contract/wire.ts'

/** Deviations of a ceremony from an honest browser and authenticator. */
export type Oddities = {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  crossOrigin?: boolean
  isVerified?: boolean
  isPresent?: boolean
  isBackupEligible?: boolean
  isBackedUp?: boolean
  /** As it stands in the signed data; the authenticator's own by default. */
  count?: number
  userHandle?: string | null
  /** Whether the browser says that the passkey can be found without its id. */
  isResident?: boolean
}

/** An authenticator's unrequested attestation. */
export type Attested = {
  format?: string
  certificates?: Buffer[]
  key?: { privateKey: KeyObject; publicKey: KeyObject }
  /** COSE number, for a curve other than P-256. */
  algorithm?: number
}

/** A passkey in software: an authenticator of one credential, and the browser in front of it (WebAuthn level 3). */
export type SoftwarePasskey = {
  id: string
  create(asked: Pick<PasskeyCreation, 'publicKey'>, oddities?: Oddities): object
  get(asked: Pick<PasskeyRequest, 'publicKey'>, oddities?: Oddities): object
  /** The next signature counts on from there. */
  count: number
}

/** @param counts whether it counts its signatures; synced ones do not, and always say 0 */
export const newPasskey = ({
  origin,
  counts = false,
  idBytes = 32,
  aaguid = '',
  attested: { format = 'none', certificates, key, algorithm = -7 } = {},
  ...usual
}: {
  origin: string
  counts?: boolean
  idBytes?: number
  /** Which kind of authenticator it says it is: 32 hexadecimal digits. None by default. */
  aaguid?: string
  attested?: Attested
} & Oddities): SoftwarePasskey => {
  const id = randomBytes(idBytes)
  const { privateKey, publicKey } = key ?? generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let userHandle: string | undefined
  const clientDataOf = (type: string, challenge: string, { crossOrigin = false, ...odd }: Oddities) =>
    Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? origin,
        crossOrigin,
      }),
    )
  const passkey: SoftwarePasskey = {
    id: id.toString('base64url'),
    count: 0,
    create: ({ publicKey: asked }, oddities = {}) => {
      const odd = { ...usual, ...oddities }
      userHandle = asked.user.id
      const made = Buffer.concat([
        Buffer.from(aaguid.padEnd(32, '0'), 'hex'),
        uint16(id.length),
        id,
        coseOf(publicKey, algorithm),
      ])
      const authData = Buffer.concat([authDataOf(asked.rp.id, 0x40, { count: passkey.count, ...odd }), made])
      const clientDataJSON = clientDataOf('webauthn.create', asked.challenge, odd)
      const sig = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey)
      const signed = { alg: algorithm, sig, ...(certificates && { x5c: certificates }) }
      const attStmt = new Map<unknown, unknown>(format === 'none' ? [] : Object.entries(signed))
      const attestationObject = cbor(
        new Map<unknown, unknown>([
          ['fmt', format],
          ['attStmt', attStmt],
          ['authData', authData],
        ]),
      )
      return credential(
        { clientDataJSON, attestationObject, transports: ['internal'] },
        { credProps: { rk: odd.isResident ?? true } },
      )
    },
    get: ({ publicKey: asked }, oddities = {}) => {
      const odd = { ...usual, ...oddities }
      if (counts) passkey.count++
      const clientDataJSON = clientDataOf('webauthn.get', asked.challenge, odd)
      const authenticatorData = authDataOf(asked.rpId, 0, { count: passkey.count, ...odd })
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)])
      const signature = sign('sha256', signed, privateKey)
      const handle = odd.userHandle === undefined ? userHandle : odd.userHandle
      return credential({
        clientDataJSON,
        authenticatorData,
        signature,
        ...(handle && { userHandle: handle }),
      })
    },
  }
  const credential = (response: Record<string, unknown>, clientExtensionResults: object = {}) => ({
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults,
    response: Object.fromEntries(
      Object.entries(response).map(([name, value]) => [
        name,
        Buffer.isBuffer(value) ? value.toString('base64url') : value,
      ]),
    ),
  })
  return passkey
}

/** WebAuthn §6.1: the hash of the RP's id, flags and counter. */
const authDataOf = (
  rpId: string,
  more: number,
  {
    isPresent = true,
    isVerified = true,
    isBackupEligible = true,
    isBackedUp = isBackupEligible,
    ...odd
  }: Oddities,
): Buffer => {
  const flags = [isPresent, false, isVerified, isBackupEligible, isBackedUp]
  const bits = flags.reduce((sum, isSet, at) => sum + (isSet ? 1 << at : 0), more)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(odd.count ?? 0)
  return Buffer.concat([sha256(odd.rpId ?? rpId), Buffer.of(bits), count])
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

const uint16 = (value: number) => Buffer.of(value >> 8, value & 0xff)

/** An elliptic curve's key (RFC 9053 §7.1.1): ES256 is on P-256. */
const coseOf = (key: KeyObject, algorithm: number): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<unknown, unknown>([
      [1, 2],
      [3, algorithm],
      [-1, algorithm === -7 ? 1 : 2],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** The part of RFC 8949 needed here. */
const cbor = (value: unknown): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

const head = (major: number, size: number): Buffer =>
  size < 24
    ? Buffer.of((major << 5) | size)
    : size < 256
      ? Buffer.of((major << 5) | 24, size)
      : Buffer.concat([Buffer.of((major << 5) | 25), uint16(size)])
