import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type KeyRing, keysById } from './keys.ts'

const keyIdBytes = 2
const nonceBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM (NIST SP 800-38D): `key id ‖ nonce ‖ ciphertext ‖ tag`. The owner is associated data, so nothing opens
 * for anyone else.
 */
export const seal = ([keys]: KeyRing, plain: Uint8Array, owner: string): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([keys.id, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Whether it was sealed with the current key. */
export const isSealedAnew = ([keys]: KeyRing, sealed: Uint8Array): boolean =>
  keys.id.equals(sealed.subarray(0, keyIdBytes))

/** Its key is gone (`key`), or its bytes or owner were changed (`changed`). */
export const whyUnopened = (ring: KeyRing, sealed: Uint8Array): 'key' | 'changed' =>
  keysById(ring, sealed.subarray(0, keyIdBytes)) ? 'changed' : 'key'

/** @returns undefined if it doesn't open; `whyUnopened` says why */
export const unseal = (ring: KeyRing, sealed: Uint8Array, owner: string): Buffer | undefined => {
  const bytes = Buffer.from(sealed)
  const keys = keysById(ring, bytes.subarray(0, keyIdBytes))
  if (!keys) return
  const nonce = bytes.subarray(keyIdBytes, keyIdBytes + nonceBytes)
  try {
    const decipher = createDecipheriv('aes-256-gcm', keys.seal, nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([
      decipher.update(bytes.subarray(keyIdBytes + nonceBytes, -tagBytes)),
      decipher.final(),
    ])
  } catch {
    // wrong tag, or too short to have one
    return
  }
}
