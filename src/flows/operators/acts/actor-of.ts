import type { Actor } from '#accounts/events/events.ts'
import type { Caller } from '#credentials/service-keys/require-scope.ts'
import { takeQuota } from '#credentials/service-keys/take-quota.ts'
import type { Deps } from '#deps.ts'

/** Who changes something, counted. @throws 429 beyond what the key may do */
export const actorOf = async (
  deps: Pick<Deps, 'db' | 'metrics'>,
  { keyId }: Caller,
  counting?: { isRemoval: boolean },
): Promise<Actor> => {
  await takeQuota(deps, keyId, counting)
  return { kind: 'service_key', id: keyId }
}
