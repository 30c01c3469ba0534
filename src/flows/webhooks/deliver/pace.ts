import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Has the first ones begin one after another instead of in a burst, which everything else would wait for. More of them are a
 * backlog, which nobody gains from keeping.
 * @returns what each waits for before it begins
 */
export const paceOf = ({ first, gapMs }: { first: number; gapMs: number }): (() => Promise<void>) => {
  let [begun, nextMs] = [0, 0]
  return async () => {
    if (begun++ >= first) return
    const nowMs = performance.now()
    const dueMs = Math.max(nowMs, nextMs)
    nextMs = dueMs + gapMs
    if (dueMs > nowMs) await sleep(dueMs - nowMs)
  }
}
