import { createHmac, randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { keysOf } from '../keys-of.ts'
import { newMetrics } from '../metrics/metrics.ts'
import { inSpan } from '../tracing/in-span.ts'
import { computeForeign, type ForeignHash, isFastHash, matchesForeign } from './foreign/foreign-hash.ts'
import { foreignText, isForeign, openForeign } from './foreign/stored-foreign.ts'
import { type Asker, hashSlots } from './hash-slots.ts'
import { hashesAtOnce } from './hash-threads.ts'
import { nobody } from './id.ts'
import { type KeyRing, type Keys, keysById } from './keys.ts'

// OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, two passes, one lane
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const costs = keysOf(hashCost)

/** KiB, passes and lanes of Argon2id. */
export type HashCost = typeof hashCost

/** `phc`: the hash as a PHC string, or one of another system. `pepperId`: the key whose pepper is in it, or that sealed it. */
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
  /** Keeps a hash of another system until its owner signs in. What is guessed fast is hashed once more, and `wrapsAll` is for the rest. */
  adopt(foreign: ForeignHash, userId: string, options?: { wrapsAll?: boolean }): Promise<StoredPassword>
  /** Whether a new hash would have other parameters or another key, or it was made elsewhere. */
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
  const compareForeign = async (password: string, stored: StoredPassword) => {
    const opened = openForeign(ring, stored.userId, stored.phc)
    if (!opened) return undefined
    if ('digest' in opened) return measured(() => matchesForeign(opened, password))
    if (!isReadableHash(opened.wrapped, cost)) return undefined
    const text = wrappable({ ...opened, digest: await computeForeign(opened, password) })
    return compare(text, { ...stored, phc: opened.wrapped })
  }
  const compareStored = async (password: string, stored: StoredPassword) => {
    if (isForeign(stored.phc)) return compareForeign(password, stored)
    return isReadableHash(stored.phc, cost) ? compare(password, stored) : undefined
  }
  const decoy = { userId: nobody, phc: decoyHash(cost), pepperId: current.id }

  return {
    requireRoom: slots.requireRoom,
    hash: (password, userId, asker) => slots.run(() => fresh(password, userId), asker),
    verify: (password, stored, admit = async () => {}, asker) =>
      slots.run(async () => {
        await admit()
        const isRight = stored && (await compareStored(password, stored))
        if (isRight !== undefined) return isRight
        await compare(password, decoy)
        return stored ? undefined : false
      }, asker),
    adopt: async (foreign, userId, { wrapsAll = false } = {}) => {
      const { scheme, parameters } = foreign
      const isWrapped = wrapsAll || isFastHash(foreign)
      const kept = isWrapped
        ? { scheme, parameters, wrapped: (await slots.run(() => fresh(wrappable(foreign), userId))).phc }
        : foreign
      return { userId, phc: foreignText(ring, userId, kept), pepperId: current.id }
    },
    isOutdated: ({ phc, pepperId }) => {
      if (isForeign(phc)) return true
      const made = parseOptions(phc)
      return costs.some((name) => made[name] < cost[name]) || !current.id.equals(pepperId)
    },
  }
}

/** No password is taken for it: they are bound to the hash's owner, too. */
const wrappable = ({ scheme, digest }: ForeignHash) => `foreign ${scheme} ${digest.toString('base64')}`

/**
 * Argon2's secret: the pepper, bound to the user, so that a hash copied to another account's row doesn't match there.
 */
export const boundPepper = ({ pepper }: Keys, userId: string): Buffer =>
  createHmac('sha256', pepper).update(userId).digest()

/** A tampered row must neither throw nor demand gigabytes or minutes. */
export const isReadableHash = (phc: string, cost: HashCost = hashCost): boolean => {
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
