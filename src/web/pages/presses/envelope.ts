import { hmacSha256, sha256 } from '#platform/crypto/hmac.ts'
import type { Keys } from '#platform/crypto/keys.ts'
import { seal, unseal } from '#platform/crypto/seal.ts'

/** What a press is found by, and what opens what became of it. */
export type Envelope = {
  digest: Buffer
  /** All of it can be made of this. */
  secret: Buffer
  seal(plain: string): Buffer
  open(sealed: Uint8Array): string | undefined
}

/**
 * Both are made of all that was sent, a password too, and of the random text of the page: a copy of the database tells neither.
 * @param sent has that text in it
 */
export const envelopeOf = (keys: Keys, sent: string): Envelope =>
  envelopeBy(keys, hmacSha256(keys.form, Buffer.from(`press ${sent}`)))

export const envelopeBy = (keys: Keys, secret: Buffer): Envelope => {
  // a cookie holds the secret, too: who plants one, with a row for it, still lacks the service's own key
  const own = [{ ...keys, seal: hmacSha256(keys.form, Buffer.from('press key '), secret) }] as const
  return {
    digest: sha256(Buffer.from('digest'), secret),
    secret,
    seal: (plain) => seal(own, Buffer.from(plain), 'press'),
    open: (sealed) => unseal(own, sealed, 'press')?.toString(),
  }
}
