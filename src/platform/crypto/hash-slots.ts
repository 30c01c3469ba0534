import { unavailable } from '../errors.ts'

const maxWaitMs = 2_000

/**
 * Bounds how many slow pieces of work run at once. Who would wait longer than two seconds is refused at once with
 * 503, so a flood of sign-ins costs the flood, and nothing else queues behind it.
 */
export const hashSlots = (slots: number, monotonicMs: () => number = () => performance.now()) => {
  let free = slots
  let usualMs = 20
  const waiting: (() => void)[] = []

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free === 0 && ((waiting.length + 1) * usualMs) / slots > maxWaitMs) throw unavailable()
    // who leaves hands the slot over directly, so that nobody overtakes the queue
    if (free > 0) free--
    else await new Promise<void>((enter) => waiting.push(enter))
    const startedMs = monotonicMs()
    try {
      return await work()
    } finally {
      usualMs += (monotonicMs() - startedMs - usualMs) / 16
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
