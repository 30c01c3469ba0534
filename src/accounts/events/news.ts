import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { faultOf } from '../../platform/db/failures.ts'
import { Refused, tooManyAttempts, unavailable } from '../../platform/errors.ts'
import { feedEvents } from './feed.ts'
import { lastFed, listFed } from './queries/read-feed.ts'

const lookEveryMs = 200
const maxWaiting = 200
/** Of those, so that the readers of one key leave places to other services. */
const maxOfOne = 20
const atOnce = 500
const retrySeconds = 5

/** Which events are news: those after a place, of these types, or all of them. */
type Awaited = { seq: string; types: ReadonlySet<string> | undefined }

/** `by` is the id of the service key. */
type Waiter = { by: string; awaited: Awaited; wake: () => void }
type Watch = { waiters: Set<Waiter>; isLooking: boolean }

const watches = new WeakMap<Db, Watch>()

/**
 * Returns when there is news in the feed, after `ms`, or when `signal` says so. While anybody waits, one loop of this process
 * feeds and looks for all of them: notifications would not come through a pooler.
 * @throws 429 when too many wait with this key, 503 when too many wait
 */
export const waitForNews = async (
  deps: Pick<Deps, 'db' | 'log' | 'config' | 'later'>,
  awaited: Awaited,
  { by, ms, signal }: { by: string; ms: number; signal: AbortSignal },
): Promise<void> => {
  requirePlace(deps, by)
  const watch = watchOf(deps)
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiter = { by, awaited, wake: () => resolve() }
  const timer = setTimeout(waiter.wake, ms)
  signal.addEventListener('abort', waiter.wake, { once: true })
  watch.waiters.add(waiter)
  if (!watch.isLooking) deps.later(() => look(watch, deps))
  await promise
  watch.waiters.delete(waiter)
  clearTimeout(timer)
  signal.removeEventListener('abort', waiter.wake)
}

/** @throws 429 when too many wait with this key, 503 when too many wait */
export const requirePlace = (deps: Pick<Deps, 'db'>, by: string): void => {
  const { waiters } = watchOf(deps)
  if ([...waiters].filter((waiter) => waiter.by === by).length >= maxOfOne)
    throw tooManyAttempts(retrySeconds, 'limit.streams', { waiting: maxOfOne })
  if (waiters.size >= maxWaiting) throw unavailable(new Error('too many wait for events'))
}

const watchOf = ({ db }: Pick<Deps, 'db'>): Watch => {
  const watch = watches.get(db) ?? { waiters: new Set(), isLooking: false }
  watches.set(db, watch)
  return watch
}

const look = async (watch: Watch, deps: Pick<Deps, 'db' | 'log' | 'config'>): Promise<void> => {
  watch.isLooking = true
  while (watch.waiters.size > 0) {
    try {
      await feedEvents(deps.db, atOnce, deps)
      const last = await lastFed(deps.db)
      for (const [seq, waiters] of Map.groupBy(watch.waiters, ({ awaited }) => awaited.seq))
        if (seq !== last.seq) await wakeThose(deps.db, waiters, { from: seq, to: last.seq })
    } catch (error) {
      // outages are logged by the watch, and an overload by those whom it refuses
      if (!faultOf(error) && !(error instanceof Refused))
        deps.log.error({ err: error }, 'the feed of events could not be read')
    }
    await sleep(lookEveryMs)
  }
  watch.isLooking = false
}

/** Reads what is new once for all who wait at a place, so that what none of them wants wakes none. */
const wakeThose = async (
  db: Db,
  waiters: readonly Waiter[],
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const rows = await listFed(db, from, atOnce)
  const types = rows.map((row) => (row.at === null ? undefined : row.type))
  // anything unusual is for the reader to find
  const isWhole = rows[0]?.seq === from && rows.at(-1)?.seq === to && !types.includes(undefined)
  for (const { awaited, wake } of waiters) {
    if (!isWhole || types.slice(1).some((type) => isAwaited(awaited, type))) wake()
    else awaited.seq = to
  }
}

const isAwaited = ({ types }: Awaited, type: string | undefined) => !types || types.has(type ?? '')
