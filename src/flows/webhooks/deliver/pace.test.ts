import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { paceOf } from './pace.ts'

test('the first messages begin one after another, a backlog behind them at once', async () => {
  const pace = paceOf({ first: 3, gapMs: 60_000 })
  const begun: number[] = []
  for (const nth of [0, 1, 2, 3, 4]) void pace().then(() => begun.push(nth))
  await turn()
  assert.deepEqual(begun, [0, 3, 4])
})
