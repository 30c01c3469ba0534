import { pbkdf2 as derive } from 'node:crypto'
import { promisify } from 'node:util'
import { readBase64, readBytes, readCost, requireLength } from './read-parts.ts'
import { badHash, type GivenHash, type Scheme } from './scheme.ts'

type Algorithm = 'sha1' | 'sha256' | 'sha512'

/** `salt` in base64. */
type Pbkdf2 = { algorithm: Algorithm; rounds: number; salt: string; length: number }

type Parts = { algorithm: Algorithm; rounds: string | number | undefined; salt: Buffer; digest: Buffer }

const digestBytes = { sha1: 20, sha256: 32, sha512: 64 }
const bounds = { rounds: { least: 1_000, most: 2_000_000 }, hash: { least: 16, most: 128 } }

const derived = promisify(derive)

/** PBKDF2 (RFC 8018 §5.2) over HMAC of one of these. */
export const pbkdf2With = (algorithm: Algorithm): Scheme<Pbkdf2> => ({
  isFast: false,
  read: (given) => {
    const { rounds, salt, digest, ...own } = partsOf(given, algorithm)
    if (own.algorithm !== algorithm) throw badHash(`the hash is of ${own.algorithm}, and not of ${algorithm}`)
    requireLength(digest, bounds.hash)
    // each piece of the hash takes all rounds
    const pieces = Math.ceil(digest.length / digestBytes[algorithm])
    const { least, most } = bounds.rounds
    return {
      digest,
      parameters: {
        algorithm,
        rounds: readCost('rounds', rounds, { least, most: Math.floor(most / pieces) }),
        salt: salt.toString('base64'),
        length: digest.length,
      },
    }
  },
  kibibytes: () => 1,
  compute: ({ rounds, salt, length }, password) =>
    derived(password, Buffer.from(salt, 'base64'), rounds, length, algorithm),
})

/** As PHC strings and passlib have it, and as Django does. */
const notations = {
  phc: /^\$pbkdf2(?:-(?<algorithm>sha1|sha256|sha512))?\$(?:i=)?(?<rounds>\d+)(?:,l=\d+)?\$(?<salt>[^$]*)\$(?<hash>[^$]+)$/,
  django: /^pbkdf2_(?<algorithm>sha1|sha256|sha512)\$(?<rounds>\d+)\$(?<salt>[^$]*)\$(?<hash>[^$]+)$/,
}

const partsOf = (given: GivenHash, usual: Algorithm): Parts => {
  const phc = notations.phc.exec(given.hash)?.groups
  if (phc)
    return {
      algorithm: algorithmIn(phc.algorithm ?? 'sha1'),
      rounds: phc.rounds,
      // passlib writes `.` for `+`
      salt: readBase64('salt', phc.salt?.replaceAll('.', '+')),
      digest: readBase64('hash', phc.hash?.replaceAll('.', '+')),
    }
  const django = notations.django.exec(given.hash)?.groups
  if (django)
    return {
      algorithm: algorithmIn(django.algorithm),
      rounds: django.rounds,
      salt: Buffer.from(django.salt ?? ''),
      digest: readBase64('hash', django.hash),
    }
  const { encoding = 'base64', saltEncoding = 'base64' } = given
  return {
    algorithm: usual,
    rounds: given.rounds,
    salt: readBytes('salt', given.salt, saltEncoding),
    digest: readBytes('hash', given.hash, encoding),
  }
}

const algorithmIn = (text: string | undefined): Algorithm =>
  text === 'sha1' || text === 'sha512' ? text : 'sha256'
