const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding (RFC 4648 §6), for authenticator apps. */
export const base32 = (bytes: Uint8Array): string => {
  let text = ''
  let bits = 0
  let pending = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(pending >>> (bits - 5)) & 31]
    pending &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(pending << (5 - bits)) & 31] : text
}
