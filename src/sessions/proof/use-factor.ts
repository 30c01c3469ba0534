import type { Runner } from '../../platform/db/db.ts'

/** Spends what proved a factor. To be called in the transaction of what it is for, under the lock of the user. */
export type SpendFactor = (runner: Runner) => Promise<void>

/**
 * Does what a second factor was proven for. Whatever undoes that leaves the factor unspent; an outage, its attempt uncounted, too.
 * @throws as the proof does, if something else spends the factor first
 */
export type UseFactor = <Result>(work: (spend: SpendFactor) => Promise<Result>) => Promise<Result>
