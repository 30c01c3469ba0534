import { createHash } from 'node:crypto'
import { readBase64, readBytes, readHex, requireLength } from './read-parts.ts'
import { badHash, type GivenHash, type Scheme } from './scheme.ts'

const lengths = { md5: 16, sha1: 20, sha256: 32, sha512: 64 }

type Algorithm = keyof typeof lengths

/** `salt` in base64. */
type Digest = { salt: string; saltPosition: 'before' | 'after'; pepper: string }

type Parts = { digest: Buffer; salt: Buffer; saltPosition: 'before' | 'after' }

/** One round of a hash that is made to be fast: a graphics card guesses billions a second. */
export const digestWith = (algorithm: Algorithm): Scheme<Digest> => ({
  isFast: true,
  read: (given) => {
    const { digest, salt, saltPosition } = partsOf(given, algorithm)
    const length = lengths[algorithm]
    return {
      digest: requireLength(digest, { least: length, most: length }),
      parameters: { salt: salt.toString('base64'), saltPosition, pepper: given.pepper ?? '' },
    }
  },
  kibibytes: () => 1,
  compute: async ({ salt, saltPosition, pepper }, password) => {
    const parts = [Buffer.from(salt, 'base64'), Buffer.from(password + pepper)]
    if (saltPosition === 'after') parts.reverse()
    return createHash(algorithm).update(Buffer.concat(parts)).digest()
  },
})

/** As LDAP servers have it (RFC 2307 §5.3), with the salt behind the digest; and as Django does. */
const notations = {
  ldap: /^\{(?:S?SHA(?:256|512)?|S?MD5)\}(?<both>[A-Za-z0-9+/=]+)$/i,
  django: /^(?:md5|sha1)\$(?<salt>[^$]*)\$(?<hash>[0-9a-f]+)$/,
}

const partsOf = (given: GivenHash, algorithm: Algorithm): Parts => {
  const both = notations.ldap.exec(given.hash)?.groups?.both
  if (both !== undefined) {
    const bytes = readBase64('hash', both)
    const length = lengths[algorithm]
    return { digest: bytes.subarray(0, length), salt: bytes.subarray(length), saltPosition: 'after' }
  }
  const django = notations.django.exec(given.hash)?.groups
  if (django)
    return {
      digest: readHex('hash', django.hash),
      salt: Buffer.from(django.salt ?? ''),
      saltPosition: 'before',
    }
  const { encoding = 'hex', saltEncoding = 'utf8', salt, saltPosition } = given
  if (salt && !saltPosition) throw badHash('saltPosition must be before or after')
  return {
    digest: readBytes('hash', given.hash, encoding),
    salt: readBytes('salt', salt, saltEncoding),
    saltPosition: saltPosition ?? 'before',
  }
}
