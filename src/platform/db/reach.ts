import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { faultOf, isPassing } from './failures.ts'
import { explained, type Place, reasonOf } from './place.ts'

type Patience = { patienceMs?: number; signal?: AbortSignal | undefined }

const pauseMs = 1_000

/**
 * Retries for 30 seconds while the database is away. A wrong password, say, is not retried.
 * @throws what is wrong, and the setting that names the database
 */
export const whenReachable = async <Result>(
  place: Place,
  log: Logger,
  work: () => Promise<Result>,
  { patienceMs = 30_000, signal }: Patience = {},
): Promise<Result> => {
  const beganMs = performance.now()
  let isTold = false
  while (true) {
    try {
      return await work()
    } catch (error) {
      const fault = faultOf(error)
      if (!fault || !isPassing(fault) || performance.now() - beganMs + pauseMs > patienceMs)
        throw explained(place, error)
      const seconds = patienceMs / 1_000
      const why = reasonOf(fault)
      if (!isTold)
        log.warn({ setting: place.setting, why }, `${place.words} is unreachable; retrying for ${seconds} s`)
      isTold = true
      await sleep(pauseMs, undefined, { signal })
    }
  }
}
