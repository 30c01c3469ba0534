import { hmacSha256, sha256 } from '#platform/crypto/hmac.ts'
import type { Keys } from '#platform/crypto/keys.ts'
import { seal, unseal } from '#platform/crypto/seal.ts'

/** The key of a press, and the one that opens its outcome. */
export type Envelope = {
  digest: Buffer
  /** Everything here can be derived from this. */
  secret: Buffer
  seal(plain: string): Buffer
  open(sealed: Uint8Array): string | undefined
}

/**
 * Both are derived from everything sent, including a password, and the page's random text: a copy of the database
 * reveals neither.
 * @param sent has that text in it
 */
export const envelopeOf = (keys: Keys, sent: string): Envelope =>
  envelopeBy(keys, hmacSha256(keys.form, Buffer.from(`press ${sent}`)))

export const envelopeBy = (keys: Keys, secret: Buffer): Envelope => {
  // a cookie holds the secret, too: planting one, with a row for it, is useless without the service's own key
  const own = [{ ...keys, seal: hmacSha256(keys.form, Buffer.from('press key '), secret) }] as const
  return {
    digest: sha256(Buffer.from('digest'), secret),
    secret,
    seal: (plain) => seal(own, Buffer.from(plain), 'press'),
    open: (sealed) => unseal(own, sealed, 'press')?.toString(),
  }
}
