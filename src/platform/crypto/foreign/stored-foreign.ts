import type { KeyRing } from '../keys.ts'
import { seal, unseal } from '../seal.ts'
import type { ForeignHash, ForeignRecipe } from './foreign-hash.ts'

/** Where a PHC string has the name of its function. */
const mark = '$foreign$'

/** The hash itself, or what Argon2id has made of it. */
export type StoredForeign = ForeignHash | (ForeignRecipe & { wrapped: string })

export const isForeign = (phc: string): boolean => phc.startsWith(mark)

/**
 * `$foreign$scheme$sealed`, and behind that what Argon2id has made of the hash if it is wrapped. Sealed for its owner, so that
 * nobody without the key can give somebody a password.
 */
export const foreignText = (ring: KeyRing, userId: string, stored: StoredForeign): string => {
  const { scheme, parameters } = stored
  const isWrapped = 'wrapped' in stored
  const plain = { scheme, parameters, digest: isWrapped ? null : stored.digest.toString('base64') }
  const sealed = seal(ring, Buffer.from(JSON.stringify(plain)), ownerOf(userId))
  return `${mark}${scheme}$${sealed.toString('base64url')}${isWrapped ? stored.wrapped : ''}`
}

/** Which scheme such a text says. */
export const foreignScheme = (phc: string): string => phc.split('$')[2] ?? ''

/** @returns undefined if it does not open, or is another's */
export const openForeign = (ring: KeyRing, userId: string, phc: string): StoredForeign | undefined => {
  const [, sealed = '', wrapped = ''] = /^\$foreign\$[a-z0-9-]+\$([\w-]+)(\$.+)?$/.exec(phc) ?? []
  const plain = unseal(ring, Buffer.from(sealed, 'base64url'), ownerOf(userId))
  if (!plain) return
  const { scheme, parameters, digest } = JSON.parse(plain.toString())
  if (digest === null) return { scheme, parameters, wrapped }
  return { scheme, parameters, digest: Buffer.from(digest, 'base64') }
}

/** Nothing else is sealed for the same. */
const ownerOf = (userId: string) => `${userId} password`
