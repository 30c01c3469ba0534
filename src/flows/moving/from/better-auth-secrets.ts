import { createDecipheriv, createHash } from 'node:crypto'
import { RowFault } from '../rows/row-fault.ts'
import { hchacha20 } from './hchacha20.ts'

const [nonceBytes, tagBytes] = [24, 16]

/**
 * What better-auth has encrypted with its secret: XChaCha20-Poly1305 under the secret's SHA-256, in hexadecimal, perhaps behind
 * the number of the secret. @throws `RowFault`
 */
export const openBetterAuth = (sealed: string, secret: string | undefined): string => {
  if (!secret)
    throw new RowFault('bad_totp', '--secret must name a file with the BETTER_AUTH_SECRET that encrypts apps')
  const bytes = Buffer.from(sealed.replace(/^\$ba\$\d+\$/, ''), 'hex')
  if (bytes.length < nonceBytes + tagBytes)
    throw new RowFault('bad_totp', 'the authenticator app is not encrypted as better-auth does it')
  const nonce = bytes.subarray(0, nonceBytes)
  const key = hchacha20(createHash('sha256').update(secret).digest(), nonce.subarray(0, 16))
  // RFC 8439 has a shorter nonce: the rest of this one
  const short = Buffer.concat([Buffer.alloc(4), nonce.subarray(16)])
  try {
    const decipher = createDecipheriv('chacha20-poly1305', key, short, { authTagLength: tagBytes })
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([
      decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
      decipher.final(),
    ]).toString()
  } catch {
    throw new RowFault('bad_totp', 'the authenticator app was encrypted with another BETTER_AUTH_SECRET')
  }
}
