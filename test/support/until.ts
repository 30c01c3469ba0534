import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any machine makes what is waited for take. */
const patienceMs = 90_000

/** Looks every few milliseconds until it is so. @throws with `why`, once nobody would wait any more */
export const until = async (isSo: () => unknown, why: string | (() => unknown) = ''): Promise<void> => {
  for (const endMs = performance.now() + patienceMs; !(await isSo()); await sleep(10))
    assert.ok(
      performance.now() < endMs,
      `it never came about: ${typeof why === 'string' ? why : JSON.stringify(why())}`,
    )
}
