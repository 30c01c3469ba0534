import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { faultOf, isPassing } from './failures.ts'
import { explained, type Place, reasonOf } from './place.ts'

type Patience = { patienceMs?: number; signal?: AbortSignal | undefined }

const pauseMs = 1_000

/**
 * Does what needs the database, again and again while the database is away, for half a minute. Only what waiting may
 * cure is waited for: nobody repairs a wrong password by patience.
 *
 * @throws what is wrong with the database, and the setting that names it
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
