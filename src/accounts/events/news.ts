import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { faultOf } from '../../platform/db/failures.ts'
import { unavailable } from '../../platform/errors.ts'
import { feedEvents } from './feed.ts'
import { lastFed } from './reading/queries.ts'

const lookEveryMs = 200
const maxWaiting = 1_000
const feedAtOnce = 500

type Waiter = { seq: string; wake: () => void }
type Watch = { waiters: Set<Waiter>; isLooking: boolean }
type Given = Pick<Deps, 'db' | 'log' | 'config' | 'later'>

const watches = new WeakMap<Db, Watch>()

/**
 * Returns when the feed has got further than this number, after `ms`, or when `signal` says so. While anybody waits, one
 * loop of this process feeds and looks for all of them: notifications would not come through a pooler.
 * @throws 503 when too many wait
 */
export const waitForNews = async (
  deps: Given,
  seq: string,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<void> => {
  const watch = watches.get(deps.db) ?? { waiters: new Set(), isLooking: false }
  watches.set(deps.db, watch)
  if (watch.waiters.size >= maxWaiting) throw unavailable(new Error('too many wait for events'))
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiter = { seq, wake: () => resolve() }
  const timer = setTimeout(waiter.wake, ms)
  signal.addEventListener('abort', waiter.wake, { once: true })
  watch.waiters.add(waiter)
  if (!watch.isLooking) deps.later(() => look(watch, deps))
  await promise
  watch.waiters.delete(waiter)
  clearTimeout(timer)
  signal.removeEventListener('abort', waiter.wake)
}

const look = async (watch: Watch, deps: Given): Promise<void> => {
  watch.isLooking = true
  while (watch.waiters.size > 0) {
    try {
      await feedEvents(deps.db, feedAtOnce, deps)
      const last = await lastFed(deps.db)
      for (const { seq, wake } of watch.waiters) if (seq !== last.seq) wake()
    } catch (error) {
      // outages are logged by the watch
      if (!faultOf(error)) deps.log.error({ err: error }, 'the feed of events could not be read')
    }
    await sleep(lookEveryMs)
  }
  watch.isLooking = false
}
