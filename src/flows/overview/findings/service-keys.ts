import type { ListedKey } from '#credentials/service-keys/queries.ts'
import { day } from '#platform/seconds.ts'
import { type Finding, warn } from '../finding.ts'

const soonMs = 30 * day * 1_000

/** Of keys that are not revoked: those that have expired, or soon do. */
export const serviceKeyFindings = (keys: readonly ListedKey[], nowMs: number): Finding[] =>
  keys
    .filter(({ isExpired, expiresAt }) => isExpired || expiresAt.getTime() - nowMs < soonMs)
    .map(({ id, name, isExpired, expiresAt }) =>
      warn(
        `The service key "${name}" ${isExpired ? 'has expired' : `expires on ${expiresAt.toISOString().slice(0, 10)}`}.`,
        `Make another by npx sallyport keys add, and then: npx sallyport keys revoke ${id}`,
      ),
    )
