import { Refused } from '../../refused.ts'
import { isOwnFault } from './problems.ts'

const firstMs = 200
const mostMs = 5_000
/** A refused key will be refused again, and failures are counted. */
const refusedMs = 60_000

/** It is of another history, or too old. */
export const isCursorLost = (error: unknown): error is Refused =>
  error instanceof Refused && error.status === 410

/** @returns how long to wait after so many consecutive failures, in milliseconds */
export const pauseAfter = (error: unknown, failures: number, random: () => number): number => {
  const jittered = (ms: number) => (ms * (1 + random())) / 2
  const isRefusedForGood = error instanceof Refused && isOwnFault(error) && !isCursorLost(error)
  if (isRefusedForGood) return jittered(refusedMs)
  const askedFor = error instanceof Refused ? error.retrySeconds * 1_000 : 0
  return jittered(Math.min(mostMs, Math.max(askedFor, firstMs * 2 ** (failures - 1))))
}
