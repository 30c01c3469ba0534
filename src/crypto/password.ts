import { randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { hashSlots } from './hash-slots.ts'
import { hashesAtOnce } from './hash-threads.ts'
import { type KeyRing, keysById } from './keys.ts'

// OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, two passes, one lane
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A password as it is stored: the PHC string, and which key's pepper is in it. */
export type StoredPassword = { phc: string; pepperId: Uint8Array }

/** Hashes and verifies passwords, as many at once as the cores can. Every call may throw 503 when too many wait. */
export type PasswordHasher = {
  hash(password: string): Promise<StoredPassword>
  /**
   * Runs `admit` when the hash can start at once, then verifies. Without a stored password it takes as long and
   * answers `false`.
   */
  verify(
    password: string,
    stored: StoredPassword | undefined,
    admit?: () => Promise<unknown>,
  ): Promise<boolean>
  /** Whether a stored password was made with other parameters or another key than a new one would be. */
  isOutdated(stored: StoredPassword): boolean
}

export const passwordHasher = (ring: KeyRing): PasswordHasher => {
  const [current] = ring
  const inSlot = hashSlots(hashesAtOnce)
  const fresh = async (password: string) => ({
    phc: await hash(normalised(password), { ...parameters, secret: current.pepper }),
    pepperId: current.id,
  })

  return {
    hash: (password) => inSlot(() => fresh(password)),
    verify: (password, stored, admit = async () => {}) =>
      inSlot(async () => {
        await admit()
        const { phc, pepperId } = stored ?? { phc: nobodys, pepperId: current.id }
        const secret = keysById(ring, pepperId)?.pepper ?? current.pepper
        const matches = await verify(phc, normalised(password), { secret })
        return matches && stored !== undefined
      }),
    isOutdated: ({ phc, pepperId }) => {
      const made = parseOptions(phc)
      const names = Object.keys(parameters) as (keyof typeof parameters)[]
      return names.some((name) => made[name] < parameters[name]) || !current.id.equals(pepperId)
    },
  }
}

// Nobody's password: random bytes in the place of a hash, with the parameters that a new one has. What an unknown
// account is compared with, so that it takes as long as a known one.
const unpadded = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
const { memoryCost, timeCost, parallelism } = parameters
const nobodys = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${unpadded(16)}$${unpadded(32)}`

// NIST SP 800-63B §3.1.1.2: the same characters in another Unicode form are the same password
const normalised = (password: string) => password.normalize('NFKC')
