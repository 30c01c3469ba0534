import { createHmac, randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { hashSlots } from './hash-slots.ts'
import { hashesAtOnce } from './hash-threads.ts'
import { nobody } from './id.ts'
import { type KeyRing, type Keys, keysById } from './keys.ts'

// OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, two passes, one lane
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const costs = Object.keys(hashCost) as (keyof HashCost)[]

/** KiB, passes and lanes of Argon2id. */
export type HashCost = typeof hashCost

/** A password as it is stored: whose it is, the PHC string, and which key's pepper is in it. */
export type StoredPassword = { userId: string; phc: string; pepperId: Uint8Array }

/** Hashes and verifies passwords, as many at once as the cores can. Every call may throw 503 when too many wait. */
export type PasswordHasher = {
  hash(password: string, userId: string): Promise<StoredPassword>
  /**
   * Runs `admit` once a slot is free, then verifies. Always takes as long: `false` without a password, `undefined` for
   * an unreadable hash.
   */
  verify(
    password: string,
    stored: StoredPassword | undefined,
    admit?: () => Promise<unknown>,
  ): Promise<boolean | undefined>
  /** Whether a stored password was made with other parameters or another key than a new one would be. */
  isOutdated(stored: StoredPassword): boolean
}

export const passwordHasher = (ring: KeyRing, cost: HashCost = hashCost): PasswordHasher => {
  const [current] = ring
  const inSlot = hashSlots(hashesAtOnce)
  const fresh = async (password: string, userId: string) => ({
    userId,
    phc: await hash(normalised(password), { ...cost, secret: boundPepper(current, userId) }),
    pepperId: current.id,
  })
  const compare = async (password: string, { userId, phc, pepperId }: StoredPassword) => {
    const secret = boundPepper(keysById(ring, pepperId) ?? current, userId)
    return verify(phc, normalised(password), { secret })
  }
  const decoy = { userId: nobody, phc: decoyHash(cost), pepperId: current.id }

  return {
    hash: (password, userId) => inSlot(() => fresh(password, userId)),
    verify: (password, stored, admit = async () => {}) =>
      inSlot(async () => {
        await admit()
        if (stored && isReadable(stored.phc, cost)) return compare(password, stored)
        await compare(password, decoy)
        return stored ? undefined : false
      }),
    isOutdated: ({ phc, pepperId }) => {
      const made = parseOptions(phc)
      return costs.some((name) => made[name] < cost[name]) || !current.id.equals(pepperId)
    },
  }
}

/**
 * The secret of Argon2: the pepper, bound to the user. A hash that is copied into another account's row does not open
 * that account.
 */
export const boundPepper = ({ pepper }: Keys, userId: string): Buffer =>
  createHmac('sha256', pepper).update(userId).digest()

// A row that was tampered with must neither throw nor ask for gigabytes or minutes.
const isReadable = (phc: string, cost: HashCost) => {
  try {
    const made = parseOptions(phc)
    return costs.every((name) => made[name] <= 8 * cost[name])
  } catch {
    return false
  }
}

// Nobody's password: random bytes in the place of a hash, with the parameters that a new one has. What an unknown
// account is compared with, so that it takes as long as a known one.
const unpadded = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
const decoyHash = ({ memoryCost, timeCost, parallelism }: HashCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${unpadded(16)}$${unpadded(32)}`

// NIST SP 800-63B §3.1.1.2: the same characters in another Unicode form are the same password
const normalised = (password: string) => password.normalize('NFKC')
