import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClock } from './clock.ts'

const start = () => {
  const at = { monotonicMs: 500, wallMs: 1_000_000 }
  const clock = newClock(
    () => at.monotonicMs,
    () => at.wallMs,
  )
  const pass = (monotonicMs: number, wallMs = monotonicMs) => {
    at.monotonicMs += monotonicMs
    at.wallMs += wallMs
    return clock()
  }
  return pass
}

test('the clock advances with real time', () => {
  const pass = start()
  assert.deepEqual([pass(0), pass(10), pass(20)], [500, 510, 530])
})

test('time that the machine sleeps counts', () => {
  const pass = start()
  assert.deepEqual([pass(0, 600_000), pass(10)], [600_500, 600_510])
})

test('setting the wall clock back changes nothing', () => {
  const pass = start()
  assert.deepEqual([pass(10, -3_600_000), pass(10)], [510, 520])
  assert.deepEqual([pass(0, 3_700_010), pass(0, -3_700_010)], [100_520, 100_520])
})
