/** The part of `node:crypto` that is used. `hash` came with Node 20.12. */
type NodeCrypto = {
  hash?(algorithm: string, text: string, encoding: 'base64'): string
  createHash(algorithm: string): { update(text: string): { digest(encoding: 'base64'): string } }
}

type Process = { getBuiltinModule?(name: string): NodeCrypto | undefined }

/**
 * SHA-256 at once: Web Crypto would take a promise, and several times as long.
 *
 * @returns nothing where there is no `node:crypto`, and in Cloudflare Workers, whose requests may not share a connection:
 * nothing can be kept in step there
 */
export const findDigest = (): ((text: string) => string) | undefined => {
  if (globalThis.navigator?.userAgent === 'Cloudflare-Workers') return undefined
  const process: Process | undefined = Reflect.get(globalThis, 'process')
  const crypto = process?.getBuiltinModule?.('node:crypto')
  if (!crypto) return undefined
  const { hash, createHash } = crypto
  return hash
    ? (text) => hash('sha256', text, 'base64')
    : (text) => createHash('sha256').update(text).digest('base64')
}
