import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spentSteps } from './spent-steps.ts'

const secret = Buffer.from('a secret of twenty b')
const another = Buffer.from('another secret of 20')

test('a step is spent once, and with it all before it', () => {
  const { has, note } = spentSteps()
  assert.equal(has(secret, 100), false)
  note(secret, 100)
  for (const step of [100, 99, 0]) assert.equal(has(secret, step), true, String(step))
  assert.equal(has(secret, 101), false)
  note(secret, 101)
  note(secret, 99)
  assert.equal(has(secret, 101), true)
})

test('each secret has its own spent steps', () => {
  const { has, note } = spentSteps()
  note(secret, 100)
  assert.equal(has(another, 100), false)
})

test('a spent step is remembered for as long as a code is accepted', () => {
  let nowMs = 0
  const { has, note } = spentSteps(() => nowMs)
  note(secret, 100)
  nowMs = 89_999
  assert.equal(has(secret, 100), true)
  nowMs = 90_000
  assert.equal(has(secret, 100), false)
})

test('no more than the newest fifty thousand steps are kept', () => {
  const { has, note } = spentSteps(() => 0)
  note(secret, 100)
  note(another, 100)
  for (let n = 0; n < 50_000; n++) note(Buffer.from(String(n)), 100)
  assert.equal(has(secret, 100), false)
  assert.equal(has(Buffer.from('49999'), 100), true)
})
