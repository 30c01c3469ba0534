import type { Deps } from '../../deps.ts'
import { counted } from '../../platform/metrics/counted.ts'
import { outcomes, type RegistrationWay } from '../../platform/metrics/metrics.ts'

/** Counts the outcome of an attempt to create an account. */
export const countedRegistration = <Result>(
  { metrics }: Deps,
  way: RegistrationWay,
  work: () => Promise<Result>,
): Promise<Result> =>
  counted(outcomes.registration, (outcome) => metrics.registrations.add({ way, outcome }), work)
