import { createHash } from 'node:crypto'
import { loadOnce } from '../../load-once.ts'
import { readCost } from './read-parts.ts'
import { badHash, FaultyHash, type Scheme } from './scheme.ts'

type Bcrypt = {
  cost: number
  /** Base64. */
  salt: string
  pepper: string
  /** What the password is made before: its SHA-256 in hexadecimal, which gets by without the limit of 72 bytes. */
  before: '' | 'sha256'
}

/** Django puts a name before it. `$2x$` has a bug of 2011 that nothing here has. */
const notation =
  /^(?:(?<before>bcrypt_sha256)\$|bcrypt\$)?\$2(?<minor>[abxy])\$(?<cost>\d\d)\$(?<salt>[./A-Za-z0-9]{22})(?<hash>[./A-Za-z0-9]{31})$/

const bounds = { least: 4, most: 14 }
const saltBytes = 16

const name = '@node-rs/bcrypt'

/** An optional part of an installation. */
const library = loadOnce(() => import('@node-rs/bcrypt'))

export const isBcryptInstalled: boolean = (() => {
  try {
    return import.meta.resolve(name).length > 0
  } catch {
    return false
  }
})()

export const bcrypt: Scheme<Bcrypt> = {
  isFast: false,
  read: ({ hash, pepper = '' }) => {
    const { groups } = notation.exec(hash) ?? {}
    if (!groups) throw badHash('this is no bcrypt hash as $2b$10$…')
    if (groups.minor === 'x') throw badHash('$2x$ marks hashes of a faulty implementation')
    if (!isBcryptInstalled)
      throw new FaultyHash(
        'needs_package',
        `bcrypt needs a package that is not installed: npm install ${name}`,
      )
    return {
      digest: ownBase64(groups.hash ?? ''),
      parameters: {
        cost: readCost('the cost', groups.cost, bounds),
        salt: ownBase64(groups.salt ?? '')
          .subarray(0, saltBytes)
          .toString('base64'),
        pepper,
        before: groups.before ? 'sha256' : '',
      },
    }
  },
  kibibytes: () => 4,
  needs: {
    name,
    isThere: () =>
      library().then(
        () => true,
        () => false,
      ),
  },
  compute: async ({ cost, salt, pepper, before }, password) => {
    const { hash } = await library()
    const text = before ? createHash('sha256').update(password).digest('hex') : password + pepper
    const made = await hash(text, cost, Buffer.from(salt, 'base64'))
    return ownBase64(made.slice(-hashCharacters))
  },
}

const hashCharacters = 31

const alphabets = {
  own: './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  usual: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
}

/** Base64 with the alphabet of bcrypt. Bits beyond the last byte don't count. */
const ownBase64 = (text: string): Buffer =>
  Buffer.from(
    text.replace(/./g, (letter) => alphabets.usual[alphabets.own.indexOf(letter)] ?? ''),
    'base64',
  )
