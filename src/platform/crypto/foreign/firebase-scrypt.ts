import { createCipheriv } from 'node:crypto'
import { readBase64, readCost, requireLength } from './read-parts.ts'
import { badHash, type GivenHash, type Scheme } from './scheme.ts'
import { deriveScrypt, readScryptCost, type ScryptCost } from './scrypt.ts'

/** In base64, each. */
type FirebaseScrypt = ScryptCost & { salt: string; signerKey: string }

const keyBytes = 32
const hashBytes = { least: 64, most: 64 }

/** How GoTrue writes it. */
const notation =
  /^\$fbscrypt\$v=1,n=(?<n>\d+),r=(?<r>\d+),p=1(?:,ss=(?<separator>[^$,]*))?,sk=(?<key>[^$,]+)\$(?<salt>[^$]*)\$(?<hash>[^$]+)$/

/** Firebase's own: the password's key encrypts the key of the project, and that is the hash. */
export const firebaseScrypt: Scheme<FirebaseScrypt> = {
  isFast: false,
  read: (given) => {
    const { hash, salt, saltSeparator, signerKey, memoryCost, rounds } = partsOf(given)
    const separated = Buffer.concat([readBase64('salt', salt), readBase64('saltSeparator', saltSeparator)])
    const key = requireLength(readBase64('signerKey', signerKey), hashBytes)
    const log = readCost('memoryCost', memoryCost, { least: 1, most: 17 })
    return {
      digest: requireLength(readBase64('hash', hash), hashBytes),
      parameters: {
        ...readScryptCost({ memoryCost: 2 ** log, blockSize: rounds, parallelism: 1 }),
        salt: separated.toString('base64'),
        signerKey: key.toString('base64'),
      },
    }
  },
  kibibytes: ({ memoryCost, blockSize }) => (memoryCost * blockSize) / 8,
  compute: async ({ salt, signerKey, ...cost }, password) => {
    const key = await deriveScrypt(password, Buffer.from(salt, 'base64'), keyBytes, cost)
    const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
    return Buffer.concat([cipher.update(Buffer.from(signerKey, 'base64')), cipher.final()])
  },
}

const partsOf = (given: GivenHash): GivenHash => {
  if (!given.hash.startsWith('$')) return given
  const { groups } = notation.exec(given.hash) ?? {}
  if (!groups?.hash) throw badHash('this is no hash as $fbscrypt$v=1,n=…,r=…,p=1,ss=…,sk=…$salt$hash')
  return {
    hash: groups.hash,
    salt: groups.salt,
    saltSeparator: groups.separator,
    signerKey: groups.key,
    memoryCost: Number(groups.n),
    rounds: Number(groups.r),
  }
}
