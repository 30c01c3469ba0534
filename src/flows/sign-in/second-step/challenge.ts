import { createHash, randomBytes } from 'node:crypto'
import { uuidBytes, uuidText } from '../../../platform/crypto/id.ts'
import type { ChallengeKey } from '../../../sessions/challenges/queries.ts'

const prefix = 'sp_ch_'
const idBytes = 16
const secretBytes = 32

/** A new challenge: whose it is, which session it may become, and 256 random bits. */
export const newChallenge = (userId: string, sessionId: string): { challenge: string; key: ChallengeKey } => {
  const raw = Buffer.concat([uuidBytes(userId), uuidBytes(sessionId), randomBytes(secretBytes)])
  return { challenge: prefix + raw.toString('base64url'), key: keyOf(raw) }
}

/** Reads a challenge without a query. It has one spelling; anything else is `undefined`. */
export const readChallenge = (challenge: string): ChallengeKey | undefined => {
  const raw = Buffer.from(challenge.slice(prefix.length), 'base64url')
  if (raw.length !== 2 * idBytes + secretBytes || prefix + raw.toString('base64url') !== challenge) return
  return keyOf(raw)
}

const keyOf = (raw: Buffer): ChallengeKey => ({
  userId: uuidText(raw.subarray(0, idBytes)),
  sessionId: uuidText(raw.subarray(idBytes, 2 * idBytes)),
  digest: createHash('sha256').update(raw).digest(),
})
