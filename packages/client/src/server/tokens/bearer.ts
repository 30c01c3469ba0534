import type { ActiveToken, Id, Instant } from '../../wire.ts'

/** Who sent a request to your API, and how they signed in. Identify people by `userId`. */
export type Bearer = {
  userId: Id
  /** What your application knows the person by, if it was imported or set by an operator. */
  externalId?: string
  sessionId: Id
  /** How they proved their identity: `password`, a provider's name, `totp`, `backup_code`, `passkey`. */
  methods: readonly string[]
  /** The same in the words of RFC 8176. */
  amr: readonly string[]
  /** When they last did. */
  authTime: Instant
  /** When the token expires. It may be refused earlier. */
  expiresAt: Instant
  /** Only if the service key has the scope `users:read`. It may have changed within the last minute. */
  email?: string
  emailVerified?: boolean
  token: string
}

/** All but the token, so that it can be kept. */
export const bearerOf = (active: ActiveToken): Omit<Bearer, 'token'> => ({
  userId: active.sub,
  ...(active.external_id !== undefined && { externalId: active.external_id }),
  sessionId: active.sid,
  // requests share them
  methods: Object.freeze(active.methods),
  amr: Object.freeze(active.amr),
  authTime: instantOf(active.auth_time),
  expiresAt: instantOf(active.exp),
  ...(active.email !== undefined && { email: active.email }),
  ...(active.email_verified !== undefined && { emailVerified: active.email_verified }),
})

const instantOf = (seconds: number): Instant => new Date(seconds * 1_000).toISOString()
