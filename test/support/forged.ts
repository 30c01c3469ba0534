import { crc32 } from 'node:zlib'

/** Where in a token's bytes things are. */
export const at = { userId: 2, sessionId: 18, generation: 34, mac: 38 }

/** Changes a token's bytes, and gives it the checksum that then belongs to it. */
export const forged = (
  token: string,
  change: (packed: Buffer) => void,
  prefix = token.slice(0, 6),
): string => {
  const packed = Buffer.from(token.slice(6, -6), 'base64url')
  change(packed)
  const text = prefix + packed.toString('base64url')
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(text))
  return text + checksum.toString('base64url')
}
