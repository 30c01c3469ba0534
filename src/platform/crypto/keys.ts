import { hkdfSync } from 'node:crypto'
import { type HmacKey, hmacKey } from './hmac.ts'

/** The keys that one secret gives. Each purpose has its own, so that none can stand in for another. */
export type Keys = {
  /** Names the secret without betraying it: two bytes that travel in tokens and stand beside what is stored. */
  id: Buffer
  token: HmacKey
  pepper: Buffer
  seal: Buffer
  backupCode: Buffer
  mailedCode: Buffer
}

/** All keys in use. The first signs and seals; the others still open what was made with them. */
export type KeyRing = readonly [Keys, ...Keys[]]

/** Derives every key from the secrets of `SECRET_KEY` (HKDF-SHA-256, RFC 5869; the label is its `info`). */
export const keyRing = (secrets: readonly [string, ...string[]]): KeyRing => {
  const [signing, ...others] = secrets
  const ring: KeyRing = [keysOf(signing), ...others.map(keysOf)]
  if (ring.some(({ id }, index) => ring.findIndex((keys) => keys.id.equals(id)) !== index)) {
    throw new Error('Two secrets of SECRET_KEY have the same short name. Make another new one.')
  }
  return ring
}

/** The keys that `id` names, or nothing when their secret is not in use any more. */
export const keysById = (ring: KeyRing, id: Uint8Array): Keys | undefined =>
  ring.find((keys) => keys.id.equals(id))

const keysOf = (secret: string): Keys => ({
  id: derived(secret, 'key id').subarray(0, 2),
  token: hmacKey(derived(secret, 'token')),
  pepper: derived(secret, 'pepper'),
  seal: derived(secret, 'seal'),
  backupCode: derived(secret, 'backup code'),
  mailedCode: derived(secret, 'mailed code'),
})

const derived = (secret: string, label: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `sallyport ${label}`, 32))
