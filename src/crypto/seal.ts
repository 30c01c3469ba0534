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

/** Opens what was sealed for the owner. @throws when it was changed, moved, or sealed with a key that is not in use */
export const unseal = (ring: KeyRing, sealed: Uint8Array, owner: string): Buffer => {
  const bytes = Buffer.from(sealed)
  const keys = keysById(ring, bytes.subarray(0, keyIdBytes))
  if (!keys) throw new Error('sealed with a key that SECRET_KEY does not have')
  const nonce = bytes.subarray(keyIdBytes, keyIdBytes + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', keys.seal, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([
    decipher.update(bytes.subarray(keyIdBytes + nonceBytes, -tagBytes)),
    decipher.final(),
  ])
}
