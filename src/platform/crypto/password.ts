import { createHmac, randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { keysOf } from '../keys-of.ts'
import { newMetrics } from '../metrics/metrics.ts'
import { inSpan } from '../tracing/in-span.ts'
import { decoysAmong } from './foreign/decoys.ts'
import {
  computeForeign,
  type ForeignHash,
  type ForeignRecipe,
  isDigest,
  isFastHash,
  isLarge,
  missingFor,
} from './foreign/foreign-hash.ts'
import {
  foreignScheme,
  foreignText,
  isForeign,
  openForeign,
  type StoredForeign,
} from './foreign/stored-foreign.ts'
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
   * @param asker `about`: whose password it is, whether there is such a person or not
   */
  verify(
    password: string,
    stored: StoredPassword | undefined,
    admit?: () => Promise<unknown>,
    asker?: Asker & { about?: string },
  ): Promise<boolean | undefined>
  /** Takes hashes of other systems as examples: whoever has none is checked as one of those who have. */
  imitate(examples: readonly StoredPassword[]): Promise<void>
  /** The package that this hash needs and that is not installed. */
  missing(stored: StoredPassword): Promise<string | undefined>
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
  const decoy = { userId: nobody, phc: decoyHash(cost), pepperId: current.id }
  let decoyAt = decoysAmong([])
  /** One step as another system does it, unless nobody came from any, and then one of Argon2id: whoever it is. */
  const check = async (password: string, { stored, foreign, recipe }: Checked) => {
    const computed = recipe && (await measured(() => computeForeign(recipe, password)))
    if (foreign && 'digest' in foreign && computed) {
      await compare(password, decoy)
      return isDigest(computed, foreign.digest)
    }
    if (stored && foreign && 'wrapped' in foreign && computed && isReadableHash(foreign.wrapped, cost))
      return compare(wrappable({ ...foreign, digest: computed }), { ...stored, phc: foreign.wrapped })
    if (stored && !isForeign(stored.phc) && isReadableHash(stored.phc, cost)) return compare(password, stored)
    await compare(password, decoy)
    return stored ? undefined : false
  }
  const large = hashSlots(1, { ...newMetrics(), hashRefused: metrics.hashRefused })

  return {
    requireRoom: slots.requireRoom,
    hash: (password, userId, asker) => slots.run(() => fresh(password, userId), asker),
    verify: async (password, stored, admit = async () => {}, asker) => {
      const foreign = await opened(ring, stored)
      const recipe = foreign ?? decoyAt(placeOf(current, asker?.about ?? ''))
      const inSlot = () =>
        slots.run(async () => {
          await admit()
          return check(password, { stored, foreign, recipe })
        }, asker)
      // what takes much memory waits for its turn before it takes a slot, in which others could be served
      return recipe && isLarge(recipe) ? large.run(inSlot, asker) : inSlot()
    },
    imitate: async (examples) => {
      const found = await Promise.all(examples.map((stored) => opened(ring, stored)))
      decoyAt = decoysAmong(found.filter((each) => each !== undefined))
    },
    missing: async ({ phc }) => (isForeign(phc) ? missingFor(foreignScheme(phc)) : undefined),
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

type Checked = {
  stored: StoredPassword | undefined
  /** What is stored, if it is of another system and can be checked here. */
  foreign: StoredForeign | undefined
  recipe: ForeignRecipe | undefined
}

/** @returns undefined unless it is of another system, opens, and can be checked here */
const opened = async (
  ring: KeyRing,
  stored: StoredPassword | undefined,
): Promise<StoredForeign | undefined> => {
  if (!stored || !isForeign(stored.phc)) return
  const foreign = openForeign(ring, stored.userId, stored.phc)
  return foreign && !(await missingFor(foreign.scheme)) ? foreign : undefined
}

/** From 0 to 1, always the same for a name, and known to nobody without the key. */
const placeOf = ({ pepper }: Keys, name: string) =>
  createHmac('sha256', pepper).update(`decoy of ${name}`).digest().readUInt32BE() / 2 ** 32

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
