import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const digits = 6
const stepSeconds = 30
// RFC 4226 §4, R6: "the length of the shared secret … RECOMMENDs … 160 bits"
const secretBytes = 20

export const newOtpSecret = (): Buffer => randomBytes(secretBytes)

export const isOtp = (code: string): boolean => /^[0-9]{6}$/.test(code)

/** HOTP with HMAC-SHA-1 (RFC 4226 §5.3). */
export const hotp = (secret: Uint8Array, counter: number): string => {
  const moving = Buffer.alloc(8)
  moving.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', secret).update(moving).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const truncated = mac.readUInt32BE(offset) & 0x7fffffff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}

/** RFC 6238 §4.2. */
export const stepAt = (nowMs: number): number => Math.floor(nowMs / 1_000 / stepSeconds)

/**
 * The code's time step: the current one or a neighbour, for clocks that are off and slow typing (RFC 6238 §5.2).
 * Always compares all three, so that the duration reveals nothing.
 * @returns undefined if none fits
 */
export const matchingStep = (secret: Uint8Array, code: string, nowMs: number): number | undefined => {
  const now = stepAt(nowMs)
  return [now - 1, now, now + 1].filter((step) => step >= 0 && isSame(hotp(secret, step), code)).at(-1)
}

const isSame = (expected: string, given: string) =>
  Buffer.byteLength(given) === digits && timingSafeEqual(Buffer.from(expected), Buffer.from(given))
