import type { Deps } from '../../deps.ts'
import { type Refused, tooManyAttempts } from '../../platform/errors.ts'
import type { RefusalFacts } from '../../platform/refusals/explained.ts'
import { limitRuleOf } from '../../platform/refusals/rules.ts'
import { limitNameOf, placeIn } from './limit-name.ts'
import type { Counted } from './queries/attempts.ts'
import type { Limit } from './rules.ts'

/** The refusal of an attempt beyond a limit, counted by the limit's name, with its numbers for operators. */
export const refusedBy = (
  { metrics }: Pick<Deps, 'metrics'>,
  limit: Limit,
  { waitSeconds, ...counted }: Counted,
): Refused => {
  const name = limitNameOf(limit.kind)
  metrics.limitsRefused.add({ limit: name })
  return tooManyAttempts(waitSeconds, limitRuleOf(name), numbersOf(limit, counted))
}

export const numbersOf = (
  { kind, rule }: Limit,
  { count, inARow }: Omit<Counted, 'waitSeconds'>,
): RefusalFacts => ({
  tries: count,
  free: rule.free,
  withinSeconds: rule.forgetSeconds,
  place: placeIn(kind) !== undefined ? 'known' : 'unknown',
  ...(rule.wait === 'doubling' && rule.inARow !== undefined && { inARow, cap: rule.inARow }),
})
