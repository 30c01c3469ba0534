import { hkdfSync } from 'node:crypto'
import { type HmacKey, hmacKey } from './hmac.ts'

/** The keys derived from one secret, one per purpose so that none can stand in for another. */
export type Keys = {
  /** Two bytes that identify the secret in tokens and stored values without revealing it. */
  id: Buffer
  /** What its tokens begin with, so that no service takes those of another kind. */
  tokenPrefix: string
  token: HmacKey
  pepper: Buffer
  seal: Buffer
  backupCode: Buffer
  mailedCode: Buffer
  passkeyChallenge: HmacKey
  inquiry: HmacKey
  form: HmacKey
}

/** The first signs and seals; the others still open what they sealed. */
export type KeyRing = readonly [Keys, ...Keys[]]

/** HKDF-SHA-256 (RFC 5869), with the label as `info`. */
export const keyRing = (secrets: readonly [string, ...string[]]): KeyRing => {
  const [signing, ...others] = secrets
  const ring: KeyRing = [keysOf(signing), ...others.map(keysOf)]
  if (ring.some(({ id }, index) => ring.findIndex((keys) => keys.id.equals(id)) !== index)) {
    throw new Error('Two secrets of SECRET_KEY have the same id. Generate another one.')
  }
  return ring
}

/** The keys that the first two bytes name. @returns undefined when their secret is no longer in use */
export const keysById = (ring: KeyRing, id: Uint8Array): Keys | undefined =>
  ring.find((keys) => keys.id[0] === id[0] && keys.id[1] === id[1])

const keysOf = (secret: string): Keys => ({
  id: derived(secret, 'key id').subarray(0, 2),
  tokenPrefix: 'sp_',
  token: hmacKey(derived(secret, 'token')),
  pepper: derived(secret, 'pepper'),
  seal: derived(secret, 'seal'),
  backupCode: derived(secret, 'backup code'),
  mailedCode: derived(secret, 'mailed code'),
  passkeyChallenge: hmacKey(derived(secret, 'passkey challenge')),
  inquiry: hmacKey(derived(secret, 'inquiry')),
  form: hmacKey(derived(secret, 'form')),
})

const derived = (secret: string, label: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `sallyport ${label}`, 32))
