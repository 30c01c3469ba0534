import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hmacSha256, sha256 } from '../../platform/crypto/hmac.ts'
import { uuidBytes } from '../../platform/crypto/id.ts'
import { type KeyRing, keysById } from '../../platform/crypto/keys.ts'

/**
 * The purpose of a challenge, and its session, or the sign-in that waits for its second factor: none when a sign-in
 * begins. Ending all sessions raises the epoch, and so cancels enrolments in progress.
 */
export type Ceremony =
  | { purpose: 'sign-in' }
  | { purpose: 'second-step' | 'proof'; of: Party }
  | { purpose: EnrolmentPurpose; of: Party; epoch: number }

/** `conditional-enrolment`: a browser makes one by itself, and nobody need be there. */
export type EnrolmentPurpose = 'enrolment' | 'conditional-enrolment' | 'second-factor-enrolment'

export type Party = { userId: string; sessionId: string }

/** The stored part of a challenge, once it is answered. */
export type AnsweredChallenge = { digest: Uint8Array; expiresAt: Date }

const randomLength = 16
const timeLength = 6
const macLength = 32
const keyIdLength = 2

/**
 * WebAuthn §13.4.3: random, made here, valid once. It carries its own expiry and a MAC, so that unfinished ceremonies
 * store nothing.
 * @returns base64url of `key id ‖ random ‖ expiry ‖ MAC`
 */
export const newChallenge = (
  [keys]: KeyRing,
  ceremony: Ceremony,
  { nowMs, seconds }: { nowMs: number; seconds: number },
): { challenge: string; expiresAt: Date } => {
  const endsAtMs = Math.floor(nowMs) + seconds * 1_000
  const time = Buffer.alloc(timeLength)
  time.writeUIntBE(endsAtMs, 0, timeLength)
  const claim = Buffer.concat([keys.id, randomBytes(randomLength), time])
  const raw = Buffer.concat([claim, hmacSha256(keys.passkeyChallenge, contextOf(ceremony), claim)])
  return { challenge: raw.toString('base64url'), expiresAt: new Date(endsAtMs) }
}

/** @returns undefined unless it was made here for this ceremony. Spending it checks its expiry. */
export const readChallenge = (
  ring: KeyRing,
  ceremony: Ceremony,
  challenge: string,
): AnsweredChallenge | undefined => {
  const raw = Buffer.from(challenge, 'base64url')
  const claim = raw.subarray(0, -macLength)
  if (claim.length !== keyIdLength + randomLength + timeLength || raw.toString('base64url') !== challenge)
    return
  const keys = keysById(ring, claim.subarray(0, keyIdLength))
  if (!keys) return
  const mac = hmacSha256(keys.passkeyChallenge, contextOf(ceremony), claim)
  if (!timingSafeEqual(mac, raw.subarray(-macLength))) return
  return { digest: sha256(raw), expiresAt: new Date(claim.readUIntBE(claim.length - timeLength, timeLength)) }
}

const contextOf = (ceremony: Ceremony): Buffer => {
  const { purpose } = ceremony
  const ids = 'of' in ceremony ? [ceremony.of.userId, ceremony.of.sessionId] : []
  const epoch = 'epoch' in ceremony ? `\0${ceremony.epoch}` : ''
  return Buffer.concat([Buffer.from(`${purpose}${epoch}\0`), ...ids.map(uuidBytes)])
}
