import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadOnce } from './load-once.ts'

test('a module is loaded once, and again after a failure', async () => {
  let loads = 0
  const load = loadOnce(async () => {
    loads++
    if (loads === 1) throw new Error('EMFILE: too many open files')
    return {}
  })
  const outcomes = await Promise.allSettled([load(), load()])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(loads, 1)
  assert.equal(await load(), await load())
  assert.equal(loads, 2)
})
