import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Looks every few milliseconds until it is so.
 * @param withinMs less than what would bring it about anyway, such as the next of several tries
 * @throws with `why`
 */
export const until = async (
  isSo: () => unknown,
  why: string | (() => unknown) = '',
  withinMs = 60_000,
): Promise<void> => {
  for (const endMs = performance.now() + withinMs; !(await isSo()); await sleep(10))
    assert.ok(
      performance.now() < endMs,
      `not within ${withinMs} ms: ${typeof why === 'string' ? why : JSON.stringify(why())}`,
    )
}
