import type { Service } from '../contender.ts'
import { betterAuth, checkWith } from './better-auth.ts'

const { install: _, ...withoutInstallation } = betterAuth

/** Checks without asking the database for up to five minutes, and so misses revocations; all else is the same. */
export const betterAuthCookieCache: Service = {
  ...withoutInstallation,
  name: 'better-auth-cached',
  environment: () => ({ COOKIE_CACHE: 'on' }),
  operations: { check: checkWith(2) },
}
