import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { slotsFor } from './slots.ts'

test('as many work at once as there are slots, in order, also after failures', async () => {
  const inSlot = slotsFor(2)
  const [begun, ends]: [number[], PromiseWithResolvers<void>[]] = [[], []]
  const works = [0, 1, 2, 3].map((nth) => {
    const end = Promise.withResolvers<void>()
    ends.push(end)
    return inSlot(() => {
      begun.push(nth)
      return end.promise
    }).catch(() => {})
  })
  await turn()
  assert.deepEqual(begun, [0, 1])
  ends[1]?.reject(new Error('failed'))
  await turn()
  assert.deepEqual(begun, [0, 1, 2])
  for (const { resolve } of ends) resolve()
  await Promise.all(works)
  assert.deepEqual(begun, [0, 1, 2, 3])
})
