import type { Deps } from '../../deps.ts'
import { type Refused, tooManyAttempts } from '../../platform/errors.ts'
import { limitNames } from '../../platform/metrics/limit-names.ts'
import type { Limit } from './rules.ts'

/** The refusal of an attempt beyond a limit, counted by the limit's name. */
export const refusedBy = (
  { metrics }: Pick<Deps, 'metrics'>,
  { kind }: Limit,
  waitSeconds: number,
): Refused => {
  const limit = limitNames.find((name) => kind === name || kind.startsWith(`${name} from `))
  if (limit) metrics.limitsRefused.add({ limit })
  return tooManyAttempts(waitSeconds)
}
