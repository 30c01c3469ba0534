import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { KeyRing } from './platform/crypto/keys.ts'
import type { PasswordHasher } from './platform/crypto/password.ts'
import type { Db } from './platform/db/db.ts'
import type { Mailer } from './platform/mailer.ts'
import type { Metrics } from './platform/metrics/metrics.ts'

/** The first argument of every use case. */
export type Deps = {
  readonly config: Config
  readonly db: Db
  /** Checks that the database can be used for everything the service does. @throws 503 */
  readonly ready: () => Promise<void>
  readonly keys: KeyRing
  readonly passwords: PasswordHasher
  readonly mail: Mailer
  readonly log: Logger
  readonly metrics: Metrics
  /** The wall clock in milliseconds, for one-time codes, the challenges of passkeys and `TWO_FACTOR_FROM`. Other expiry is by the database. */
  readonly now: () => number
  /** Runs after the answer. Failures are logged. A graceful stop aborts `stopping`, then waits. */
  readonly later: (work: (stopping: AbortSignal) => Promise<void>) => void
}

export type Client = {
  /** Normalised; `unknown` over a unix socket. */
  address: string
  /** The subject of limits: the IPv4 address, or the IPv6 /64 network. */
  bucket: string
  /** `none`: the operator's own machine. `shared`: the address doesn't identify anyone. */
  counting: 'own' | 'shared' | 'none'
  userAgent: string | undefined
  acceptLanguage: string | undefined
  /** Whether the connection has been closed, so that no answer arrives. */
  hasGone(): boolean
  /** Tells of a refusal that the answer doesn't show. */
  noteRefused?(fault: unknown): void
  /** Resolves once the answer has been sent, or whoever asked has gone. */
  answered?(): Promise<unknown>
}
