import { decided, isPage } from '../../decided.ts'
import type { Platform } from '../../platform.ts'
import { Refused } from '../../refused.ts'
import type { FeedEvent, FeedPage } from '../../wire.ts'
import type { Ask } from './key-holder.ts'
import { isCursorLost, pauseAfter } from './pauses.ts'
import { isOwnFault } from './problems.ts'

/** Follows the service's events, for as long as somebody is interested. */
export type Feed = {
  /** Signals interest. */
  touch(): void
  /** No event since then was missed, by the platform's clock. Infinity while there is no feed. */
  sinceMs(): number
  /** Whether the last call failed: unknown events may have happened. */
  isInterrupted(): boolean
  close(): void
}

export type FeedOptions = {
  ask: Ask
  platform: Pick<Platform, 'now' | 'sleep' | 'random'>
  types: readonly string[]
  onEvent(event: FeedEvent, nowMs: number): void
  /** Events may have been missed. */
  onLost(): void
  /** The service key may not do this. */
  onRefused(refused: Refused): void
}

const waitSeconds = 10
/** For a call, including its wait for events. */
const callMs = 15_000
const silenceMs = 20_000
const idleMs = 60_000
/** Between two calls, whatever happens. */
const paceMs = 100

const present = 'now'
const never = Number.POSITIVE_INFINITY

export const newFeed = ({ ask, platform, types, ...told }: FeedOptions): Feed => {
  const { now, sleep, random } = platform
  let [cursor, sinceMs, heardMs, touchedMs, failures] = [present, never, 0, 0, 0]
  let [isRunning, isClosed] = [false, false]
  let call = new AbortController()

  const isSilent = () => now() - heardMs > silenceMs

  const startAnew = () => {
    cursor = present
    sinceMs = never
    told.onLost()
  }

  const nextPage = async (): Promise<FeedPage> => {
    const own = new AbortController()
    call = own
    const limit = setTimeout(() => own.abort(), callMs)
    const wait = cursor === present ? 0 : waitSeconds
    const query = new URLSearchParams({ types: types.join(), wait: `${wait}`, after: cursor })
    try {
      const asked = ask<FeedPage>(`/events?${query}`, { signal: own.signal })
      return await decided(
        asked.then(({ answer }) => answer),
        isPage,
      )
    } finally {
      clearTimeout(limit)
    }
  }

  const hear = ({ events, next }: FeedPage) => {
    // after a silence there may be more than a page
    if (isClosed || (cursor !== present && isSilent())) return startAnew()
    heardMs = now()
    for (const event of events) told.onEvent(event, heardMs)
    if (cursor === present) sinceMs = heardMs
    cursor = next
    failures = 0
  }

  const fail = (error: unknown) => {
    failures++
    const isRefused = error instanceof Refused && isOwnFault(error)
    if (isRefused || isSilent()) startAnew()
    if (isRefused && !isCursorLost(error)) told.onRefused(error)
  }

  const follow = async () => {
    isRunning = true
    while (!isClosed && now() - touchedMs < idleMs) {
      try {
        hear(await nextPage())
        await sleep(paceMs)
      } catch (error) {
        fail(error)
        await sleep(pauseAfter(error, failures, random))
      }
    }
    startAnew()
    isRunning = false
  }

  return {
    touch: () => {
      touchedMs = now()
      if (!isRunning && !isClosed) void follow()
    },
    sinceMs: () => (isSilent() ? never : sinceMs),
    isInterrupted: () => failures > 0,
    close: () => {
      isClosed = true
      startAnew()
      call.abort()
    },
  }
}
