import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spentSteps } from './spent-steps.ts'

const secret = Buffer.from('a secret of twenty b')
const another = Buffer.from('another secret of 20')

test('a step is spent once, and with it all before it', () => {
  const note = spentSteps()
  assert.equal(note(secret, 100), true)
  for (const step of [100, 99, 0]) assert.equal(note(secret, step), false, String(step))
  assert.equal(note(secret, 101), true)
  assert.equal(note(secret, 100), false)
})

test('each secret has its own', () => {
  const note = spentSteps()
  assert.equal(note(secret, 100), true)
  assert.equal(note(another, 100), true)
})

test('it is remembered for as long as a code is accepted', () => {
  let nowMs = 0
  const note = spentSteps(() => nowMs)
  note(secret, 100)
  nowMs = 89_999
  assert.equal(note(secret, 100), false)
  nowMs = 90_000
  assert.equal(note(secret, 100), true)
})

test('no more than fifty thousand are kept, the newest of them', () => {
  const note = spentSteps(() => 0)
  note(secret, 100)
  note(another, 100)
  for (let n = 0; n < 50_000; n++) note(Buffer.from(String(n)), 100)
  assert.equal(note(secret, 100), true)
  assert.equal(note(Buffer.from('49999'), 100), false)
})
