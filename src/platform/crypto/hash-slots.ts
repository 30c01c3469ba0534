import { unavailable } from '../errors.ts'
import { type Metrics, newMetrics } from '../metrics/metrics.ts'

const maxWaitMs = 2_000

/**
 * Limits simultaneous hashes. Requests that would wait for more than two seconds get a 503 at once, so that a flood
 * of sign-ins doesn't queue in front of everything else.
 */
export const hashSlots = (
  slots: number,
  { hashWaiting, hashRefused }: Pick<Metrics, 'hashWaiting' | 'hashRefused'> = newMetrics(),
  monotonicMs: () => number = () => performance.now(),
) => {
  let free = slots
  let usualMs = 20
  const waiting: (() => void)[] = []
  const tellWaiting = () => hashWaiting.set({}, waiting.length)
  tellWaiting()

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free === 0 && ((waiting.length + 1) * usualMs) / slots > maxWaitMs) {
      hashRefused.add({})
      throw unavailable()
    }
    // handed over directly, so that nobody jumps the queue
    if (free > 0) free--
    else {
      await new Promise<void>((enter) => {
        waiting.push(enter)
        tellWaiting()
      })
    }
    const startedMs = monotonicMs()
    try {
      return await work()
    } finally {
      usualMs += (monotonicMs() - startedMs - usualMs) / 16
      const next = waiting.shift()
      tellWaiting()
      if (next) next()
      else free++
    }
  }
}
