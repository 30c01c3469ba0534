import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timed } from '../../../test/support/timed.ts'
import type { Deps } from '../../deps.ts'
import { background } from '../../platform/background.ts'
import { isUnavailable, unavailable } from '../../platform/errors.ts'
import { givenBackIfUndone } from './refunded-if-undone.ts'

/** An outage that undoes the work, and so many tries to give it back. @returns what was tried, and what failed for good */
const undone = async (away: number) => {
  const failed: unknown[] = []
  const { later, settled } = background((error) => failed.push(error))
  let tried = 0
  const giveBack = async () => {
    tried++
    if (tried <= away) throw unavailable()
  }
  const work = () => Promise.reject(unavailable())
  await assert.rejects(givenBackIfUndone({ later } as Deps, [giveBack], work), isUnavailable)
  return { settled, tried: () => tried, failed }
}

test('a stop ends the pause between two attempts, and allows one more', async () => {
  for (const away of [1, 9]) {
    const { settled, tried, failed } = await undone(away)
    assert.ok((await timed(settled)) < 500)
    assert.equal(tried(), 2)
    assert.equal(failed.length, away === 1 ? 0 : 1)
  }
})

test('without a stop, the attempt is repeated after a second', async () => {
  const { tried } = await undone(1)
  const beganMs = performance.now()
  while (tried() < 2) await new Promise((resolve) => setTimeout(resolve, 20))
  assert.ok(performance.now() - beganMs > 900)
})
