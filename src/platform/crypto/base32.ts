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

/**
 * The bytes of such a text, as people and other systems write it: in either case, with spaces, hyphens and padding.
 * @returns undefined for anything else
 */
export const bytesOfBase32 = (text: string): Buffer | undefined => {
  const letters = text.toUpperCase().replace(/[\s-]|=+$/g, '')
  const bytes: number[] = []
  let bits = 0
  let pending = 0
  for (const letter of letters) {
    const value = alphabet.indexOf(letter)
    if (value < 0) return
    pending = ((pending << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((pending >>> bits) & 255)
    }
  }
  // a letter too many; what the last one says beyond the last byte, apps pass over, too
  return bits < 5 ? Buffer.from(bytes) : undefined
}
