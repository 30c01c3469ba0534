import { setTimeout as sleep } from 'node:timers/promises'
import { badRequest, unavailable } from '../errors.ts'
import { type Metrics, newMetrics } from '../metrics/metrics.ts'
import { wideNetwork } from '../wide-network.ts'
import { fairQueue } from './fair-queue.ts'

const maxWaitMs = 2_000
// Clients that ask again as soon as they are refused would take the cores from those that hash, which have a lower
// priority: with 256 of them, three quarters of the sign-ins were lost to refusing the rest.
const pauseMs = 1_000
const maxPausing = 1_000

/** A request waiting for a hash. */
export type Asker = {
  /** Requests of one bucket, or of one IPv6 /48, share a line, and lines take turns. */
  bucket: string
  /** Called once a slot is free: whether the result is no longer wanted, so that the work is not begun. */
  hasGone?: () => boolean
}

const anybody: Asker = { bucket: '' }

const lineOf = ({ bucket }: Asker) => wideNetwork(bucket) ?? bucket

type HashSlots = {
  /** @throws 503 as `requireRoom` does, and 400, which nobody reads, if it is abandoned */
  run<Result>(work: () => Promise<Result>, asker?: Asker): Promise<Result>
  /** To be called before other work that leads to a hash. @throws 503, after a second, if the wait would exceed two */
  requireRoom(asker?: Asker): Promise<void>
}

/**
 * Limits simultaneous hashes, and how many wait for one, so that a flood of sign-ins doesn't queue up in front of
 * everything else. Nor in front of other people: lines take turns, and when the queue is full, the longest line gives
 * a place to shorter ones.
 */
export const hashSlots = (
  slots: number,
  { hashWaiting, hashRefused }: Pick<Metrics, 'hashWaiting' | 'hashRefused'> = newMetrics(),
  monotonicMs: () => number = () => performance.now(),
): HashSlots => {
  let free = slots
  let usualMs = 20
  let pausing = 0
  const waiting = fairQueue<(isServed: boolean) => void>()
  const tellWaiting = () => hashWaiting.set({}, waiting.size)
  tellWaiting()

  const isFull = () => free === 0 && ((waiting.size + 1) * usualMs) / slots > maxWaitMs
  const hasRoom = (asker: Asker) => !isFull() || waiting.isOutdone(lineOf(asker))
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

  /** @returns whether it is served; otherwise it made room for a shorter line */
  const turnOf = (asker: Asker) => {
    if (isFull()) waiting.popLongest()?.(false)
    return new Promise<boolean>((end) => {
      waiting.push(lineOf(asker), end)
      tellWaiting()
    })
  }

  const run = async <Result>(work: () => Promise<Result>, asker = anybody): Promise<Result> => {
    if (!hasRoom(asker)) return refuse()
    // handed over directly, so that nobody jumps the queue
    if (free > 0) free--
    else if (!(await turnOf(asker))) return refuse()
    try {
      // in a flood, the others would wait for this, too; not measured, because it would make the queue look short
      if (asker.hasGone?.()) throw badRequest()
      return await measured(work)
    } finally {
      const next = waiting.shift()
      tellWaiting()
      if (next) next(true)
      else free++
    }
  }

  return {
    run,
    requireRoom: async (asker = anybody) => {
      if (!hasRoom(asker)) await refuse()
    },
  }
}
