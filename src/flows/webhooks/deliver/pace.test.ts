import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paceOf } from './pace.ts'

test('the first messages begin one after another, a backlog behind them at once', async () => {
  const pace = paceOf({ first: 3, gapMs: 20 })
  const begun: number[] = []
  await Promise.all([0, 1, 2, 3, 4].map((nth) => pace().then(() => begun.push(nth))))
  assert.deepEqual(begun, [0, 3, 4, 1, 2])
})
