import { base64url, fromBase64url } from '../base64url.ts'

/** Seals texts so that nobody else can read or change them. */
export type Seal = {
  seal(text: string): Promise<string>
  /** @returns nothing for anything that was not sealed with one of the keys, for this purpose */
  open(sealed: string): Promise<string | undefined>
}

const ivBytes = 12
const minKeyCharacters = 32

/**
 * AES-256-GCM (NIST SP 800-38D) with keys made by HKDF-SHA-256 (RFC 5869).
 *
 * @param keys the first one seals, and all of them open: put a new one in front to rotate
 * @param purpose the text's purpose: sealed for one, it does not open for another
 */
export const newSeal = (keys: readonly string[], purpose: string): Seal => {
  if (keys.length === 0 || keys.some((key) => key.length < minKeyCharacters))
    throw new Error(`A key has ${minKeyCharacters} characters or more: openssl rand -base64 32`)
  const derived = keys.map(derive)
  const algorithm = (iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: encode(purpose),
  })

  return {
    seal: async (text) => {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const sealed = await crypto.subtle.encrypt(algorithm(iv), await derived[0]!, encode(text))
      return base64url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
    },
    open: async (sealed) => {
      const bytes = fromBase64url(sealed)
      for (const key of derived) {
        try {
          const iv = bytes.slice(0, ivBytes)
          const opened = await crypto.subtle.decrypt(algorithm(iv), await key, bytes.slice(ivBytes))
          return new TextDecoder().decode(opened)
        } catch {
          // another key's, or changed
        }
      }
      return undefined
    },
  }
}

const derive = async (key: string): Promise<CryptoKey> => {
  const material = await crypto.subtle.importKey('raw', encode(key), 'HKDF', false, ['deriveKey'])
  const hkdf = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encode('sallyport-client cookie'),
  }
  return crypto.subtle.deriveKey(hkdf, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

const encode = (text: string) => new TextEncoder().encode(text)
