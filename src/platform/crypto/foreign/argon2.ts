import { hashRaw } from '@node-rs/argon2'
import { readBase64, readCost, requireLength } from './read-parts.ts'
import { badHash, type Scheme } from './scheme.ts'

type Argon2 = {
  algorithm: number
  version: number
  memoryCost: number
  timeCost: number
  parallelism: number
  length: number
  salt: string
}

/** RFC 9106, and how the reference implementation writes it; Django puts a name before it. */
const notation =
  /^(?:argon2)?\$argon2(?<kind>id|i|d)\$(?:v=(?<version>16|19)\$)?m=(?<memory>\d+),t=(?<time>\d+),p=(?<lanes>\d+)\$(?<salt>[^$]+)\$(?<hash>[^$]+)$/

const kinds: Record<string, number> = { d: 0, i: 1, id: 2 }
/** Of the versions of the algorithm: what isn't told is the first. */
const versions: Record<string, number> = { 16: 0, 19: 1 }

const bounds = {
  memory: { least: 8, most: 256 * 1_024 },
  time: { least: 1, most: 10 },
  lanes: { least: 1, most: 16 },
  salt: { least: 8, most: 1_024 },
  hash: { least: 4, most: 64 },
}

export const argon2: Scheme<Argon2> = {
  isFast: false,
  read: ({ hash }) => {
    const { groups } = notation.exec(hash) ?? {}
    if (!groups) throw badHash('this is no Argon2 hash as $argon2id$v=19$m=…,t=…,p=…$salt$hash')
    const digest = requireLength(readBase64('hash', groups.hash), bounds.hash)
    const salt = requireLength(readBase64('salt', groups.salt), bounds.salt)
    const memoryCost = readCost('m', groups.memory, bounds.memory)
    const timeCost = readCost('t', groups.time, bounds.time)
    const parallelism = readCost('p', groups.lanes, bounds.lanes)
    if (memoryCost < 8 * parallelism) throw badHash('m must be at least eight times p')
    return {
      digest,
      parameters: {
        algorithm: kinds[groups.kind ?? ''] ?? 0,
        version: versions[groups.version ?? 16] ?? 0,
        ...{ memoryCost, timeCost, parallelism },
        length: digest.length,
        salt: salt.toString('base64'),
      },
    }
  },
  kibibytes: ({ memoryCost }) => memoryCost,
  compute: ({ salt, length, ...costs }, password) =>
    hashRaw(password, { ...costs, salt: Buffer.from(salt, 'base64'), outputLen: length }),
}
