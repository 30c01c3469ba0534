import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hmacSha256 } from './hmac.ts'
import type { KeyRing, Keys } from './keys.ts'

const bytes = { time: 6, nonce: 16, mac: 32 }
const claimBytes = bytes.time + bytes.nonce
const freshMs = 60_000

/** The header of an inquiry over HTTP. */
export const inquiryHeader = 'sallyport-inquiry'

/**
 * A question between two holders of the same key: `base64url( time · nonce · mac )`, valid for a minute. An
 * eavesdropper can only repeat the question.
 */
export const newInquiry = ([keys]: KeyRing, nowMs: number): string => {
  const claim = Buffer.concat([Buffer.alloc(bytes.time), randomBytes(bytes.nonce)])
  claim.writeUIntBE(nowMs, 0, bytes.time)
  return Buffer.concat([claim, macOf(keys, 'question', claim)]).toString('base64url')
}

/** @returns a proof that the key is known here, or undefined if the inquiry is forged or old */
export const answerTo = (ring: KeyRing, inquiry: string, nowMs: number): string | undefined => {
  const raw = Buffer.from(inquiry, 'base64url')
  if (raw.length !== claimBytes + bytes.mac) return
  const claim = raw.subarray(0, claimBytes)
  if (Math.abs(nowMs - claim.readUIntBE(0, bytes.time)) > freshMs) return
  const keys = ring.find((each) => timingSafeEqual(macOf(each, 'question', claim), raw.subarray(claimBytes)))
  return keys && macOf(keys, 'answer', claim).toString('base64url')
}

/** Whether the answer comes from a holder of the inquiry's key. */
export const isAnswerTo = ([keys]: KeyRing, inquiry: string, answer: string): boolean => {
  const claim = Buffer.from(inquiry, 'base64url').subarray(0, claimBytes)
  const given = Buffer.from(answer, 'base64url')
  return given.length === bytes.mac && timingSafeEqual(macOf(keys, 'answer', claim), given)
}

const macOf = (keys: Keys, role: 'question' | 'answer', claim: Uint8Array) =>
  hmacSha256(keys.inquiry, Buffer.from(role), claim)
