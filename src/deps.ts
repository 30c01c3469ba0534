import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { KeyRing } from './platform/crypto/keys.ts'
import type { PasswordHasher } from './platform/crypto/password.ts'
import type { Db } from './platform/db/db.ts'
import type { Mailer } from './platform/mailer.ts'

/** What every use case is given, as its first argument. */
export type Deps = {
  readonly config: Config
  readonly db: Db
  /** Tries whether the database can be used for everything that the service does. @throws 503 */
  readonly ready: () => Promise<void>
  readonly keys: KeyRing
  readonly passwords: PasswordHasher
  readonly mail: Mailer
  readonly log: Logger
  /** The wall clock in milliseconds, for one-time codes. Expiry is decided by the database's clock instead. */
  readonly now: () => number
  /** Does something after the answer. A failure is logged; a graceful stop waits for it. */
  readonly later: (work: () => Promise<void>) => void
}

/** Who sent a request, as far as the connection tells. */
export type Client = {
  /** Normalised; `unknown` over a unix socket. */
  address: string
  /** What limits by address count by: the IPv4 address, or the IPv6 network of 64 bits. */
  bucket: string
  /** `none` for the operator's own machine; `shared` when the address says nothing about who it is. */
  counting: 'own' | 'shared' | 'none'
  userAgent: string | undefined
}
