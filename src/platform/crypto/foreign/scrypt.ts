import { scrypt as derive } from 'node:crypto'
import { promisify } from 'node:util'
import { readBase64, readBytes, readCost, readHex, requireLength } from './read-parts.ts'
import { badHash, FaultyHash, type GivenHash, type Scheme } from './scheme.ts'

export type ScryptCost = { memoryCost: number; blockSize: number; parallelism: number }

type Scrypt = ScryptCost & {
  /** Base64. */
  salt: string
  length: number
  /** Of the password, before it is hashed. */
  form: '' | 'NFKC'
}

type Parts = { digest: Buffer; salt: Buffer; cost: ScryptCost; form?: 'NFKC' }

const bounds = {
  memoryCost: { least: 2, most: 2 ** 17 },
  blockSize: { least: 1, most: 32 },
  parallelism: { least: 1, most: 16 },
  hash: { least: 16, most: 128 },
}
const mostBytes = 256 * 1_024 * 1_024
/** What the most memory costs in one lane. */
const mostWork = mostBytes / 128

/** RFC 7914 §2. */
export const scrypt: Scheme<Scrypt> = {
  isFast: false,
  read: (given) => {
    const { digest, salt, cost, form = '' } = partsOf(given)
    return {
      digest: requireLength(digest, bounds.hash),
      parameters: { ...cost, salt: salt.toString('base64'), length: digest.length, form },
    }
  },
  kibibytes: ({ memoryCost, blockSize }) => (memoryCost * blockSize) / 8,
  compute: ({ salt, length, form, ...cost }, password) =>
    deriveScrypt(form ? password.normalize(form) : password, Buffer.from(salt, 'base64'), length, cost),
}

export const deriveScrypt = (
  password: string,
  salt: Buffer,
  length: number,
  { memoryCost, blockSize, parallelism }: ScryptCost,
): Promise<Buffer> =>
  derived(password, salt, length, {
    ...{ N: memoryCost, r: blockSize, p: parallelism },
    maxmem: 2 * mostBytes,
  })

const derived = promisify(derive) as (
  password: string,
  salt: Buffer,
  length: number,
  options: object,
) => Promise<Buffer>

/** @throws `FaultyHash` */
export const readScryptCost = (cost: Pick<GivenHash, keyof ScryptCost>): ScryptCost => {
  const memoryCost = readCost('N', cost.memoryCost, bounds.memoryCost)
  const blockSize = readCost('r', cost.blockSize, bounds.blockSize)
  const parallelism = readCost('p', cost.parallelism, bounds.parallelism)
  if (!Number.isInteger(Math.log2(memoryCost))) throw badHash('N must be a power of two')
  if (128 * memoryCost * blockSize > mostBytes)
    throw new FaultyHash('cost_too_high', 'N and r ask for more than 256 MiB')
  if (memoryCost * blockSize * parallelism > mostWork)
    throw new FaultyHash('cost_too_high', `N, r and p multiplied are more than ${mostWork}`)
  return { memoryCost, blockSize, parallelism }
}

/** As its RFC's followers write it, as Django does, and as better-auth does. */
const notations = {
  phc: /^\$scrypt\$ln=(?<log>\d\d?),r=(?<r>\d+),p=(?<p>\d+)\$(?<salt>[^$]*)\$(?<hash>[^$]+)$/,
  django: /^scrypt\$(?<n>\d+)\$(?<salt>[^$]*)\$(?<r>\d+)\$(?<p>\d+)\$(?<hash>[^$]+)$/,
  betterAuth: /^(?<salt>[0-9a-f]{32}):(?<hash>[0-9a-f]{128})$/,
}

const partsOf = (given: GivenHash): Parts => {
  const phc = notations.phc.exec(given.hash)?.groups
  if (phc)
    return {
      digest: readBase64('hash', phc.hash),
      salt: readBase64('salt', phc.salt),
      cost: costOf(2 ** Number(phc.log), phc.r, phc.p),
    }
  const django = notations.django.exec(given.hash)?.groups
  if (django)
    return {
      digest: readBase64('hash', django.hash),
      salt: Buffer.from(django.salt ?? ''),
      cost: costOf(Number(django.n), django.r, django.p),
    }
  const betterAuth = notations.betterAuth.exec(given.hash)?.groups
  if (betterAuth && given.salt === undefined)
    return {
      digest: readHex('hash', betterAuth.hash),
      // its text, and not what it stands for
      salt: Buffer.from(betterAuth.salt ?? ''),
      cost: { memoryCost: 16_384, blockSize: 16, parallelism: 1 },
      form: 'NFKC',
    }
  const { encoding = 'hex', saltEncoding = 'utf8' } = given
  return {
    digest: readBytes('hash', given.hash, encoding),
    salt: readBytes('salt', given.salt, saltEncoding),
    cost: readScryptCost(given),
  }
}

const costOf = (memoryCost: number, r: string | undefined, p: string | undefined) =>
  readScryptCost({ memoryCost, blockSize: Number(r), parallelism: Number(p) })
