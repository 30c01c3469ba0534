import { setImmediate as turn } from 'node:timers/promises'

/** Simulates hours in seconds: waiting tasks run in the order of their times, without real waits. */
export type Time = ReturnType<typeof newTime>

export const newTime = (seed: number) => {
  const due: { atMs: number; nth: number; work: () => void }[] = []
  let [nowMs, nth] = [0, 0]

  const at = (atMs: number, work: () => void) => {
    const entry = { atMs: Math.max(atMs, nowMs), nth: nth++, work }
    // few wait at once, so a sorted list is enough
    const place = due.findLastIndex((other) => other.atMs <= entry.atMs)
    due.splice(place + 1, 0, entry)
  }

  return {
    random: randomOf(seed),
    now: () => nowMs,
    at,
    run: async (untilMs: number): Promise<void> => {
      for (let next = due.shift(); next && next.atMs <= untilMs; next = due.shift()) {
        nowMs = next.atMs
        next.work()
        // answers are read, and promises settle, between two events
        await turn()
        await turn()
      }
    },
  }
}

/** Mulberry32: the same numbers for the same seed, 0 to 1. */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
