import type { Locks, Platform } from '../src/platform.ts'
import type { ModelService } from './service.ts'
import type { Time } from './time.ts'

/** How a line behaves, each direction separately. */
export type Line = {
  lost: number
  /** How many messages are slow, and by how much at most. */
  slow: number
  slowMs: number
}

export type Tabs = {
  /** How many holders of a lock never release it. */
  orphans: number
  hasLocks: boolean
}

const usualMs = 150
const neverMs = Number.POSITIVE_INFINITY

/**
 * A tab: while it is frozen none of its timers, answers or locks come through. Browsers freeze no tab that holds a lock.
 */
export const newTab = (
  time: Time,
  line: Line,
  service: Pick<ModelService, 'answer'>,
  locks: Locks | undefined,
) => {
  let frozenUntilMs = 0
  /** Runs something in the tab, as soon as it is awake. */
  const wake = (atMs: number, work: () => void) =>
    time.at(atMs, () => (frozenUntilMs > time.now() ? wake(frozenUntilMs, work) : work()))
  const after = (ms: number, work: () => void) => {
    if (ms !== neverMs) wake(time.now() + ms, work)
  }
  const delayMs = () => time.random() * (time.random() < line.slow ? line.slowMs : usualMs)

  const timeout = (ms: number) => {
    const controller = new AbortController()
    after(ms, () => controller.abort(new DOMException('too late', 'TimeoutError')))
    return controller.signal
  }

  const fetch: Platform['fetch'] = (target, init) =>
    new Promise((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      const { pathname } = new URL(`${target}`)
      const authorization = new Headers(init?.headers).get('Authorization') ?? ''
      // a sent message arrives, whether or not the tab still waits for it
      time.at(time.now() + delayMs(), () => {
        const answer = service.answer(pathname, `${init?.body ?? ''}`, authorization)
        const isLost = time.random() < line.lost
        if (!isLost) after(delayMs(), () => resolve(answer))
        else if (time.random() < 0.5) after(delayMs(), () => reject(new TypeError('cut off')))
      })
    })

  let held = 0
  const hold = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((resume) => after(0, resume))
    held++
    return work().finally(() => held--)
  }
  const ownLocks: Locks | undefined = locks && {
    request: (name, options, work) => locks.request(name, options, () => hold(work)),
  }

  const platform: Platform = {
    fetch,
    timeout,
    locks: ownLocks,
    now: time.now,
    random: time.random,
    sleep: (ms) => new Promise<void>((resume) => after(ms, resume)),
  }
  const freeze = (ms: number) => {
    if (held === 0) frozenUntilMs = time.now() + ms
  }
  return { platform, after, freeze }
}

/** The Web Locks of a browser: one holder per name, the others wait in turn. */
export const newLocks = (time: Time, { orphans, hasLocks }: Tabs): Locks | undefined => {
  if (!hasLocks) return undefined
  const queues = new Map<string, (() => void)[]>()
  return {
    request: (name, { signal }, work) =>
      new Promise((resolve, reject) => {
        // the first of a queue holds the lock
        const queue = queues.get(name) ?? []
        queues.set(name, queue)
        const grant = () => {
          const isOrphaned = time.random() < orphans
          const done = work()
          done.then(resolve, reject)
          const next = () => {
            queue.shift()
            queue[0]?.()
          }
          if (!isOrphaned) done.then(next, next)
        }
        signal.addEventListener('abort', () => {
          const place = queue.indexOf(grant)
          if (place < 1) return
          queue.splice(place, 1)
          reject(signal.reason)
        })
        if (queue.push(grant) === 1) grant()
      }),
  }
}
