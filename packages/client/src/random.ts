import { base64url } from './base64url.ts'
import { Refused } from './refused.ts'

/**
 * Random bytes as text. On a page over plain http `crypto` has little more than this, and in some phone applications
 * nothing else.
 * @throws {Refused} `unsupported`
 */
export const randomText = (bytes = 32): string => {
  if (!globalThis.crypto?.getRandomValues)
    throw unsupported('crypto.getRandomValues is missing: load a polyfill before the client.')
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** @throws {Refused} `unsupported` */
export const sha256 = async (text: string): Promise<string> => {
  if (!globalThis.crypto?.subtle)
    throw unsupported('crypto.subtle is missing: a browser has it on https and on localhost only.')
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

/** An id that only has to be unique, so that no sign-in fails after a right password. */
export const newId = (): string =>
  typeof globalThis.crypto?.getRandomValues === 'function' ? randomText(16) : `${Math.random()}${Date.now()}`

const unsupported = (message: string) => new Refused(message, { code: 'unsupported' })
