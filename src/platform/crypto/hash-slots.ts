import { setTimeout as sleep } from 'node:timers/promises'
import { badRequest, unavailable } from '../errors.ts'
import { type Metrics, newMetrics } from '../metrics/metrics.ts'

const maxWaitMs = 2_000
// Clients that ask again as soon as they are refused would take the cores from those that hash, which have a lower
// priority: with 256 of them, three quarters of the sign-ins were lost to refusing the rest.
const pauseMs = 1_000
const maxPausing = 1_000

type HashSlots = {
  /**
   * @param isGivenUp asked once a slot is free: whether nobody wants the result any more, so that `work` isn't begun
   * @throws 503 as `requireRoom` does, and 400, which nobody reads, if it is given up
   */
  run<Result>(work: () => Promise<Result>, isGivenUp?: () => boolean): Promise<Result>
  /** To be asked before other work that leads to a hash. @throws 503, after a second, if one would wait for more than two */
  requireRoom(): Promise<void>
}

/** Limits simultaneous hashes, and how many wait for one, so that a flood of sign-ins doesn't queue up in front of everything else. */
export const hashSlots = (
  slots: number,
  { hashWaiting, hashRefused }: Pick<Metrics, 'hashWaiting' | 'hashRefused'> = newMetrics(),
  monotonicMs: () => number = () => performance.now(),
): HashSlots => {
  let free = slots
  let usualMs = 20
  let pausing = 0
  const waiting: (() => void)[] = []
  const tellWaiting = () => hashWaiting.set({}, waiting.length)
  tellWaiting()

  const isFull = () => free === 0 && ((waiting.length + 1) * usualMs) / slots > maxWaitMs
  const refuse = async (): Promise<never> => {
    hashRefused.add({})
    if (pausing < maxPausing) {
      pausing++
      await sleep(pauseMs)
      pausing--
    }
    throw unavailable()
  }

  const measured = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const startedMs = monotonicMs()
    try {
      return await work()
    } finally {
      usualMs += (monotonicMs() - startedMs - usualMs) / 16
    }
  }

  const run = async <Result>(work: () => Promise<Result>, isGivenUp = () => false): Promise<Result> => {
    if (isFull()) return refuse()
    // handed over directly, so that nobody jumps the queue
    if (free > 0) free--
    else {
      await new Promise<void>((enter) => {
        waiting.push(enter)
        tellWaiting()
      })
    }
    try {
      // in a flood, the others would wait for this, too. Not measured: it would make the queue look short
      if (isGivenUp()) throw badRequest()
      return await measured(work)
    } finally {
      const next = waiting.shift()
      tellWaiting()
      if (next) next()
      else free++
    }
  }

  return {
    run,
    requireRoom: async () => {
      if (isFull()) await refuse()
    },
  }
}
