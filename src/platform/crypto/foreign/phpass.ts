import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { readCost } from './read-parts.ts'
import { badHash, type Scheme } from './scheme.ts'

type Phpass = { salt: string; log: number }

const notation = /^\$[PH]\$(?<log>[./A-Za-z0-9])(?<salt>[./A-Za-z0-9]{8})(?<hash>[./A-Za-z0-9]{22})$/
const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Logarithms of how many times. WordPress has 13; they keep the event loop busy, so not more. */
const bounds = { least: 7, most: 13 }

const roundsAtOnce = 512

/** Of WordPress and phpBB: MD5, thousands of times. That is still fast. */
export const phpass: Scheme<Phpass> = {
  isFast: true,
  read: ({ hash }) => {
    const { groups } = notation.exec(hash) ?? {}
    if (!groups) throw badHash('this is no hash as $P$B…')
    const log = readCost('the logarithm of rounds', alphabet.indexOf(groups.log ?? ''), bounds)
    return { digest: ownBase64(groups.hash ?? ''), parameters: { salt: groups.salt ?? '', log } }
  },
  kibibytes: () => 1,
  compute: async ({ salt, log }, password) => {
    const text = Buffer.from(password)
    let digest = md5(Buffer.from(salt), text)
    for (let round = 0; round < 2 ** log; round++) {
      digest = md5(digest, text)
      // others' requests come between
      if (round % roundsAtOnce === 0) await turn()
    }
    return digest
  },
}

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** Its own base64 has the lowest bits first. */
const ownBase64 = (text: string): Buffer => {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 4) {
    const four = [...text.slice(at, at + 4)].map((letter) => alphabet.indexOf(letter))
    const bits = four.reduce((sum, value, place) => sum | (value << (6 * place)), 0)
    for (let nth = 0; nth < Math.floor((four.length * 6) / 8); nth++) bytes.push((bits >> (8 * nth)) & 255)
  }
  return Buffer.from(bytes)
}
