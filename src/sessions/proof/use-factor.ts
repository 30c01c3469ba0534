import type { Runner } from '../../platform/db/db.ts'

/** Spends the proof of a factor. To be called in the transaction that it allows, under the lock of the user. */
export type SpendFactor = (runner: Runner) => Promise<void>

/**
 * Does the work that a second factor was proven for. A rollback leaves the factor unspent, and after an outage its
 * attempt uncounted, too.
 * @throws as the proof does, if something else spends the factor first
 */
export type UseFactor = <Result>(work: (spend: SpendFactor) => Promise<Result>) => Promise<Result>
