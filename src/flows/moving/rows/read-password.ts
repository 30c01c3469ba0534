import { type ForeignHash, readForeign } from '#platform/crypto/foreign/foreign-hash.ts'
import { FaultyHash, type GivenHash } from '#platform/crypto/foreign/scheme.ts'
import { isReadableHash } from '#platform/crypto/password.ts'
import { badValue, type Fields, readFields, readNumber, readOneOf, readText } from './read-fields.ts'
import { RowFault } from './row-fault.ts'

/** A hash of a Sallyport, which needs the key and the id that it was made with. */
export type NativeHash = { phc: string; pepperId: Buffer }

export type ReadHash = { foreign: ForeignHash } | { native: NativeHash }

const texts = ['hash', 'salt', 'pepper', 'signerKey', 'saltSeparator'] as const
const numbers = ['rounds', 'memoryCost', 'blockSize', 'parallelism'] as const
const keys = ['phc', 'pepperId', 'scheme', ...texts, ...numbers, 'encoding', 'saltEncoding', 'saltPosition']

/** @throws `RowFault` */
export const readPassword = (value: unknown): ReadHash => {
  const fields = readFields('password', value, keys)
  const phc = readText(fields, 'phc')
  const pepperId = readText(fields, 'pepperId')
  if (pepperId !== undefined) return { native: readNative(phc, pepperId) }
  if (phc === undefined && readText(fields, 'scheme') === undefined)
    throw badValue('password', 'must have phc, or scheme and hash')
  const given = phc === undefined ? givenIn(fields) : { ...givenIn(fields), hash: phc }
  try {
    return { foreign: readForeign(given) }
  } catch (error) {
    throw error instanceof FaultyHash ? new RowFault(error.code, error.message) : error
  }
}

const givenIn = (fields: Fields): GivenHash & { scheme?: string | undefined } => ({
  scheme: readText(fields, 'scheme'),
  hash: readText(fields, 'hash') ?? '',
  salt: readText(fields, 'salt'),
  pepper: readText(fields, 'pepper'),
  signerKey: readText(fields, 'signerKey'),
  saltSeparator: readText(fields, 'saltSeparator'),
  rounds: readNumber(fields, 'rounds'),
  memoryCost: readNumber(fields, 'memoryCost'),
  blockSize: readNumber(fields, 'blockSize'),
  parallelism: readNumber(fields, 'parallelism'),
  encoding: readOneOf(fields, 'encoding', ['hex', 'base64']),
  saltEncoding: readOneOf(fields, 'saltEncoding', ['utf8', 'hex', 'base64']),
  saltPosition: readOneOf(fields, 'saltPosition', ['before', 'after']),
})

const readNative = (phc: string | undefined, pepperId: string): NativeHash => {
  if (!/^\$(argon2id|foreign)\$/.test(phc ?? '') || !/^[0-9a-f]{4}$/.test(pepperId))
    throw new RowFault('bad_hash', 'a hash with a pepperId is one of Sallyport, as its export writes it')
  if (phc?.startsWith('$argon2id$') && !isReadableHash(phc))
    throw new RowFault('bad_hash', 'the hash cannot be read, or costs far more than those of Sallyport')
  return { phc: phc ?? '', pepperId: Buffer.from(pepperId, 'hex') }
}
