import type { Kept } from './store.ts'
import type { TokenPair } from './wire.ts'

/** The part of the Web Locks API that is used. */
export type Locks = {
  request<Result>(
    name: string,
    options: { signal: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result>
}

/** What the client needs from its environment. The model provides a time of its own. */
export type Platform = {
  fetch: typeof fetch
  /** Milliseconds, for durations only: the clock of a person's machine may be wrong. */
  now(): number
  sleep(ms: number): Promise<unknown>
  timeout(ms: number): AbortSignal
  /** 0 to 1. */
  random(): number
  /** Shared by everything that shares the storage. */
  locks?: Locks | undefined
  /** Exchanges a pair, for all clients here that have it. */
  share?(sent: Kept, ask: () => Promise<TokenPair>): Promise<TokenPair>
}

export const platformOf = (ownFetch?: typeof fetch, locks?: Locks): Platform => ({
  // looked up at each call, because tests and tracers replace it
  fetch: ownFetch ?? ((...call) => fetch(...call)),
  now: () => Date.now(),
  sleep: (ms) => new Promise((resume) => setTimeout(resume, ms)),
  timeout: (ms) => AbortSignal.timeout?.(ms) ?? abortedAfter(ms),
  random: () => Math.random(),
  locks,
})

/** For places that lack `AbortSignal.timeout`. */
const abortedAfter = (ms: number): AbortSignal => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}
