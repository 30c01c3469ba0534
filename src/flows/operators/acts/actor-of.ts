import type { Actor } from '#accounts/events/events.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import type { Operator } from '#credentials/operators/queries.ts'
import type { Caller } from '#credentials/service-keys/require-scope.ts'
import { quotaLimits, takeQuota } from '#credentials/service-keys/take-quota.ts'
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

/** The same for an operator at the console. @throws 429 beyond what they may do */
export const operatorActor = async (
  deps: Pick<Deps, 'db' | 'metrics'>,
  operator: Operator,
  { isRemoval = false } = {},
): Promise<Actor> => {
  await takeAttempts(deps, quotaLimits(operator.userId, operator, isRemoval))
  return { kind: 'operator', id: operator.userId }
}
