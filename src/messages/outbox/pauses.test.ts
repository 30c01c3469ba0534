import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseAfter } from './pauses.ts'

test('pauses grow from half a minute to four hours', () => {
  const pauses = Array.from({ length: 12 }, (_, index) => pauseAfter(index + 1, 0.5))
  assert.deepEqual(
    pauses.map(Math.round),
    [30, 60, 120, 240, 480, 960, 1_920, 3_840, 7_680, 14_400, 14_400, 14_400],
  )
})

test('deliveries that failed together are not retried together', () => {
  assert.deepEqual([pauseAfter(1, 0), pauseAfter(1, 1)].map(Math.round), [27, 33])
})

test('three days have room for two dozen attempts', () => {
  let seconds = 0
  let attempts = 0
  while (seconds < 3 * 86_400) seconds += pauseAfter(++attempts, 0.5)
  assert.equal(attempts, 26)
  // also with the longest pauses: a webhook's event is not given up before
  seconds = 0
  for (attempts = 1; attempts < 24; attempts++) seconds += pauseAfter(attempts, 1)
  assert.ok(seconds < 3 * 86_400)
})
