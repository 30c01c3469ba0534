import { createHash, randomBytes } from 'node:crypto'
import { uuidBytes, uuidText } from '../../platform/crypto/id.ts'

const prefix = 'sp_oc_'
const secretBytes = 32
const userIdBytes = 16

/** A new one-time code for a user: their id, so that it is found where their things are, and 256 random bits. */
export const newCode = (userId: string): string =>
  prefix + Buffer.concat([uuidBytes(userId), randomBytes(secretBytes)]).toString('base64url')

/** Whose code it is, and the digest that it is stored by. Anything that is no code is `undefined`. */
export const readCode = (code: string): { userId: string; digest: Buffer } | undefined => {
  const raw = Buffer.from(code.slice(prefix.length), 'base64url')
  if (raw.length !== userIdBytes + secretBytes || prefix + raw.toString('base64url') !== code) return
  return { userId: uuidText(raw.subarray(0, userIdBytes)), digest: createHash('sha256').update(raw).digest() }
}

/** RFC 7636 §4.2, method S256. */
export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url')
