import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type KeyRing, keysById } from './keys.ts'

const keyIdBytes = 2
const nonceBytes = 12
const tagBytes = 16

/**
 * Seals something for one owner with AES-256-GCM (NIST SP 800-38D): `key id ‖ nonce ‖ ciphertext ‖ tag`. Whoever moves
 * it to another owner cannot open it.
 */
export const seal = ([keys]: KeyRing, plain: Uint8Array, owner: string): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([keys.id, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Whether it was sealed with the key that seals now. */
export const isSealedAnew = ([keys]: KeyRing, sealed: Uint8Array): boolean =>
  keys.id.equals(sealed.subarray(0, keyIdBytes))

/** Why something does not open: its key is not in use any more, or it was changed, or moved from another owner. */
export const whyUnopened = (ring: KeyRing, sealed: Uint8Array): 'key' | 'changed' =>
  keysById(ring, sealed.subarray(0, keyIdBytes)) ? 'changed' : 'key'

/** Opens what was sealed for the owner. @returns undefined when it does not open; `whyUnopened` tells why */
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
    // the tag does not fit, or the row is too short to have one
    return
  }
}
