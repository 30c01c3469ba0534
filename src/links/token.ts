import { createHash, randomBytes } from 'node:crypto'
import { uuidBytes, uuidText } from '../crypto/id.ts'
import { type LinkKind, linkKinds } from './kinds.ts'

const secretBytes = 32
const userIdBytes = 16

/** A link is found by its owner, its kind and the digest of its token. */
export type LinkKey = { userId: string; kind: LinkKind; digest: Buffer }

/** A new token: whose it is, so that nothing else has to say so, and 256 random bits. */
export const newLinkToken = (kind: LinkKind, userId: string): string =>
  linkKinds[kind].prefix + Buffer.concat([uuidBytes(userId), randomBytes(secretBytes)]).toString('base64url')

/** Reads a token of one kind without a query. It has one spelling; anything else is `undefined`. */
export const readLinkToken = (kind: LinkKind, token: string): LinkKey | undefined => {
  const { prefix } = linkKinds[kind]
  const raw = Buffer.from(token.slice(prefix.length), 'base64url')
  if (raw.length !== userIdBytes + secretBytes || prefix + raw.toString('base64url') !== token) return
  const digest = createHash('sha256').update(raw).digest()
  return { userId: uuidText(raw.subarray(0, userIdBytes)), kind, digest }
}
