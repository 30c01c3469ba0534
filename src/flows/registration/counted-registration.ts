import type { Deps } from '../../deps.ts'
import { counted } from '../../platform/metrics/counted.ts'
import { outcomes, type RegistrationWay } from '../../platform/metrics/metrics.ts'

/** Counts how an attempt to create an account ends. */
export const countedRegistration = <Result>(
  { metrics }: Deps,
  way: RegistrationWay,
  work: () => Promise<Result>,
): Promise<Result> =>
  counted(outcomes.registration, (outcome) => metrics.registrations.add({ way, outcome }), work)
