import { createHmac, randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { keysOf } from '../keys-of.ts'
import { newMetrics } from '../metrics/metrics.ts'
import { inSpan } from '../tracing/in-span.ts'
import { type Asker, hashSlots } from './hash-slots.ts'
import { hashesAtOnce } from './hash-threads.ts'
import { nobody } from './id.ts'
import { type KeyRing, type Keys, keysById } from './keys.ts'

// OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, two passes, one lane
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const costs = keysOf(hashCost)

/** KiB, passes and lanes of Argon2id. */
export type HashCost = typeof hashCost

/** `phc`: the hash as a PHC string. `pepperId`: the key whose pepper is in it. */
export type StoredPassword = { userId: string; phc: string; pepperId: Uint8Array }

/** Every call that hashes may throw 503 when too many wait. */
export type PasswordHasher = {
  /** Called before anything is looked up. @throws 503 when too many wait */
  requireRoom(asker?: Asker): Promise<void>
  /** Does nothing if the client has disconnected by the time a slot is free. */
  hash(password: string, userId: string, asker?: Asker): Promise<StoredPassword>
  /**
   * Runs `admit` once a slot is free, then verifies. Takes equally long without a stored password (`false`) and for
   * an unreadable hash (`undefined`). Does nothing if the client has disconnected by then.
   */
  verify(
    password: string,
    stored: StoredPassword | undefined,
    admit?: () => Promise<unknown>,
    asker?: Asker,
  ): Promise<boolean | undefined>
  /** Whether a new hash would have other parameters or another key. */
  isOutdated(stored: StoredPassword): boolean
}

export const passwordHasher = (
  ring: KeyRing,
  cost: HashCost = hashCost,
  metrics = newMetrics(),
): PasswordHasher => {
  const [current] = ring
  const slots = hashSlots(hashesAtOnce, metrics)
  const measured = async <Result>(hashing: () => Promise<Result>): Promise<Result> => {
    const beganMs = performance.now()
    const result = await inSpan({ name: 'hash a password' }, hashing)
    metrics.hashSeconds.observe({}, (performance.now() - beganMs) / 1_000)
    return result
  }
  const fresh = async (password: string, userId: string) => {
    const secret = boundPepper(current, userId)
    const phc = await measured(() => hash(normalised(password), { ...cost, secret }))
    return { userId, phc, pepperId: current.id }
  }
  const compare = async (password: string, { userId, phc, pepperId }: StoredPassword) => {
    const secret = boundPepper(keysById(ring, pepperId) ?? current, userId)
    return measured(() => verify(phc, normalised(password), { secret }))
  }
  const decoy = { userId: nobody, phc: decoyHash(cost), pepperId: current.id }

  return {
    requireRoom: slots.requireRoom,
    hash: (password, userId, asker) => slots.run(() => fresh(password, userId), asker),
    verify: (password, stored, admit = async () => {}, asker) =>
      slots.run(async () => {
        await admit()
        if (stored && isReadable(stored.phc, cost)) return compare(password, stored)
        await compare(password, decoy)
        return stored ? undefined : false
      }, asker),
    isOutdated: ({ phc, pepperId }) => {
      const made = parseOptions(phc)
      return costs.some((name) => made[name] < cost[name]) || !current.id.equals(pepperId)
    },
  }
}

/**
 * Argon2's secret: the pepper, bound to the user, so that a hash copied to another account's row doesn't match there.
 */
export const boundPepper = ({ pepper }: Keys, userId: string): Buffer =>
  createHmac('sha256', pepper).update(userId).digest()

// A tampered row must neither throw nor demand gigabytes or minutes.
const isReadable = (phc: string, cost: HashCost) => {
  try {
    const made = parseOptions(phc)
    return costs.every((name) => made[name] <= 8 * cost[name])
  } catch {
    return false
  }
}

// A decoy hash with current parameters: an unknown account takes as long as a known one.
const unpadded = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
const decoyHash = ({ memoryCost, timeCost, parallelism }: HashCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${unpadded(16)}$${unpadded(32)}`

// NIST SP 800-63B §3.1.1.2: the same characters in another Unicode form are the same password
const normalised = (password: string) => password.normalize('NFKC')
