import { timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { hmacSha256, sha256 } from './hmac.ts'
import { uuidBytes, uuidText } from './id.ts'
import { type KeyRing, type Keys, keysById } from './keys.ts'

export type TokenKind = 'access' | 'refresh' | 'page' | 'console' | 'device'

/** Everything that a token is derived from, together with the session's seed. */
export type TokenIdentity = { kind: TokenKind; userId: string; sessionId: string; generation: number }

/** Read but not yet proven: `witness` proves it, together with the session's seed. */
export type PresentedToken = TokenIdentity & { witness: Buffer; mac: Buffer }

const prefixes: Record<TokenKind, string> = {
  access: 'at_',
  refresh: 'rt_',
  page: 'ps_',
  device: 'dt_',
  console: 'cs_',
}
const kinds: Record<TokenKind, Buffer> = {
  access: Buffer.from('access'),
  refresh: Buffer.from('refresh'),
  page: Buffer.from('page'),
  device: Buffer.from('device'),
  console: Buffer.from('console'),
}
const bytes = { keyId: 2, userId: 16, sessionId: 16, generation: 4, mac: 32 }
const bodyCharacters = Math.ceil((Object.values(bytes).reduce((sum, length) => sum + length) * 4) / 3)
const checksumCharacters = 6
// a statement adds one to it, and a made-up token must not overflow PostgreSQL's signed integer
const maxGeneration = 2 ** 31 - 2

/**
 * `prefix ‖ base64url( key id · user id · session id · generation · mac ) ‖ checksum`. The key is outside the
 * database and the seed inside it, so a leak of either alone forges nothing.
 */
export const deriveToken = (keys: Keys, identity: TokenIdentity, seed: Uint8Array): string => {
  const claims = packed(identity)
  const mac = macOf(witnessOf(keys, identity.kind, claims), seed)
  const body = Buffer.concat([keys.id, claims, mac]).toString('base64url')
  const summed = keys.tokenPrefix + prefixes[identity.kind] + body
  return summed + checksumOf(summed)
}

/** Needs no query. Each token has one spelling; anything else is `undefined`. */
export const readToken = (ring: KeyRing, kind: TokenKind, token: string): PresentedToken | undefined => {
  const prefix = ring[0].tokenPrefix + prefixes[kind]
  if (!token.startsWith(prefix) || token.length !== prefix.length + bodyCharacters + checksumCharacters)
    return
  const summed = token.slice(0, -checksumCharacters)
  if (checksumOf(summed) !== token.slice(-checksumCharacters)) return
  const body = summed.slice(prefix.length)
  const raw = Buffer.from(body, 'base64url')
  // decoders ignore trailing bits and stray characters, which would allow many spellings
  if (raw.toString('base64url') !== body) return
  const keys = keysById(ring, raw)
  const generation = raw.readUInt32BE(34)
  if (!keys || generation > maxGeneration) return
  return {
    kind,
    userId: uuidText(raw, 2),
    sessionId: uuidText(raw, 18),
    generation,
    witness: witnessOf(keys, kind, raw.subarray(2, 38)),
    mac: raw.subarray(38),
  }
}

/** Whether the session with this seed issued the token. Constant time. */
export const isAuthentic = (presented: PresentedToken, seed: Uint8Array): boolean =>
  timingSafeEqual(macOf(presented.witness, seed), presented.mac)

/**
 * The database compares this digest with `sha256(sha256(seed ‖ witness))`, so that timing reveals nothing about the
 * mac.
 */
export const macDigest = (presented: PresentedToken): Buffer => sha256(presented.mac)

// The key's half of the proof. The database sees the witness of a presented token, but learns neither the key nor any
// other witness.
const witnessOf = (keys: Keys, kind: TokenKind, claims: Uint8Array) =>
  hmacSha256(keys.token, kinds[kind], claims)

// Both parts have 32 bytes, so no byte can move from one to the other.
const macOf = (witness: Uint8Array, seed: Uint8Array) => sha256(seed, witness)

const packed = ({ userId, sessionId, generation }: TokenIdentity) => {
  const number = Buffer.alloc(bytes.generation)
  number.writeUInt32BE(generation)
  return Buffer.concat([uuidBytes(userId), uuidBytes(sessionId), number])
}

const checksum = Buffer.alloc(4)

// CRC-32: lets secret scanners recognise leaked tokens, and rejects typos without a query
const checksumOf = (text: string) => {
  checksum.writeUInt32BE(crc32(text))
  return checksum.toString('base64url')
}
